// Who one is: name, account, recovery, and the end of all that.
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { ask, reason } from "../api";
import { keep, kept } from "../kept";
import { Confirm } from "../parts/confirm";
import { copy } from "../parts/copying";
import { Field } from "../parts/form";
import { Card, Page } from "../parts/frame";
import { findPerson, forgetPerson, rename, signedIn } from "../person";
import type { PersonAnswer, RecoveryAnswer, SignedInAnswer } from "../protocol/http";
import { person, say } from "../store";
import { type Key, figure, t } from "../texts";

const ME = "/api/people/me";

/** Do it, and say how it went. */
async function attempt(what: () => Promise<void>, success: Key): Promise<boolean> {
  try {
    await what();
    say(t(success));
    return true;
  } catch (error) {
    say(reason(error), 6);
    return false;
  }
}

export function AccountPage(): JSX.Element {
  useEffect(() => void findPerson(), []);
  const who = person.value;
  return (
    <Page title={t("me.title")} back="/">
      {who ? <Known who={who} key={who.person} /> : <Unknown />}
    </Page>
  );
}

function Known({ who }: { who: PersonAnswer }): JSX.Element {
  const guest = who.login === null;
  return (
    <>
      <Card title={guest ? t("me.guest") : t("me.known", { login: who.login ?? "" })}>
        <div class="stack">
          {guest && <p class="note">{t("me.guest_note")}</p>}
          {who.coins !== 0 && <p>{t("me.coins", { coins: figure(who.coins) })}</p>}
          <Name who={who} />
        </div>
      </Card>
      {guest ? <Register /> : <ChangePassword />}
      <Recovery />
      <Leaving guest={guest} />
      {guest && <SignIn />}
    </>
  );
}

function Unknown(): JSX.Element {
  return (
    <>
      <Card>
        <p class="note">{t("me.nobody")}</p>
      </Card>
      <SignIn />
      <Recover />
    </>
  );
}

/** A form that is sent once at a time. */
function Form({
  action,
  onSend,
  children,
  disabled = false,
}: {
  action: string;
  onSend: () => Promise<unknown>;
  children: ComponentChildren;
  disabled?: boolean;
}): JSX.Element {
  const [busy, setBusy] = useState(false);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        setBusy(true);
        void onSend().finally(() => setBusy(false));
      }}
    >
      {children}
      <button class="button" disabled={busy || disabled}>
        {action}
      </button>
    </form>
  );
}

function Name({ who }: { who: PersonAnswer }): JSX.Element {
  const [name, setName] = useState(who.name);
  const save = () =>
    attempt(async () => {
      await rename(name);
    }, "me.renamed");
  return (
    <Form action={t("do.save")} onSend={save} disabled={!name.trim()}>
      <Field label={t("me.name")} note={t("me.name_note")} value={name} onInput={setName} />
    </Form>
  );
}

function Password(props: {
  value: string;
  onInput: (value: string) => void;
  which: "new" | "current";
}): JSX.Element {
  return (
    <Field
      label={t("me.password")}
      value={props.value}
      onInput={props.onInput}
      type="password"
      autocomplete={`${props.which}-password`}
    />
  );
}

function Register(): JSX.Element {
  const [login, setLogin] = useState("");
  const [password, setPassword] = useState("");
  const register = () =>
    attempt(async () => {
      person.value = await ask<PersonAnswer>("POST", `${ME}/account`, { login, password });
    }, "me.registered");
  return (
    <Card title={t("me.register")}>
      <Form action={t("me.register")} onSend={register} disabled={!login || !password}>
        <Field label={t("me.login")} value={login} onInput={setLogin} autocomplete="username" />
        <Password value={password} onInput={setPassword} which="new" />
      </Form>
    </Card>
  );
}

function ChangePassword(): JSX.Element {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const change = async () => {
    const done = await attempt(async () => {
      await signedIn(await ask<SignedInAnswer>("POST", `${ME}/password`, { old, new: fresh }));
    }, "me.changed_password");
    if (done) {
      setOld("");
      setFresh("");
    }
  };
  return (
    <Card title={t("me.change_password")}>
      <Form action={t("me.change_password")} onSend={change} disabled={!old || !fresh}>
        <Field
          label={t("me.old_password")}
          value={old}
          onInput={setOld}
          type="password"
          autocomplete="current-password"
        />
        <Field
          label={t("me.new_password")}
          value={fresh}
          onInput={setFresh}
          type="password"
          autocomplete="new-password"
        />
      </Form>
    </Card>
  );
}

/** The code that opens the seat elsewhere; it is kept on the device that it was made on. */
function Recovery(): JSX.Element {
  const [code, setCode] = useState(kept("recovery"));
  const renew = async () => {
    try {
      const { recovery } = await ask<RecoveryAnswer>("POST", `${ME}/recovery`);
      keep("recovery", recovery);
      setCode(recovery);
    } catch (error) {
      say(reason(error));
    }
  };
  return (
    <Card title={t("me.recovery")}>
      <div class="stack">
        <p class="note">{code ? t("me.recovery_note") : t("me.recovery_none")}</p>
        {code && <p class="secret">{code}</p>}
        <div class="buttons">
          {code && (
            <button class="button small" onClick={() => void copy(code)}>
              {t("do.copy")}
            </button>
          )}
          <button class="button small" onClick={() => void renew()}>
            {t("me.recovery_new")}
          </button>
        </div>
      </div>
    </Card>
  );
}

function SignIn(): JSX.Element {
  const [login, setLogin] = useState("");
  const [password, setPassword] = useState("");
  const signIn = () =>
    attempt(async () => {
      await signedIn(await ask<SignedInAnswer>("POST", "/api/sessions", { login, password }));
    }, "me.signed_in");
  return (
    <Card title={t("me.sign_in")}>
      <Form action={t("me.sign_in")} onSend={signIn} disabled={!login || !password}>
        <Field label={t("me.login")} value={login} onInput={setLogin} autocomplete="username" />
        <Password value={password} onInput={setPassword} which="current" />
      </Form>
    </Card>
  );
}

function Recover(): JSX.Element {
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const recover = () =>
    attempt(async () => {
      const body = { code, password: password || null };
      await signedIn(await ask<SignedInAnswer>("POST", "/api/recovery", body));
    }, "me.recovered");
  return (
    <Card title={t("me.recover")}>
      <Form action={t("me.recover")} onSend={recover} disabled={!code.trim()}>
        <Field label={t("me.recover_code")} value={code} onInput={setCode} />
        <Field
          label={t("me.recover_password")}
          value={password}
          onInput={setPassword}
          type="password"
          autocomplete="new-password"
        />
      </Form>
    </Card>
  );
}

function Leaving({ guest }: { guest: boolean }): JSX.Element {
  const [password, setPassword] = useState("");
  const signOut = async () => {
    try {
      await ask("DELETE", "/api/sessions");
      forgetPerson();
    } catch (error) {
      say(reason(error));
    }
  };
  const remove = () =>
    void attempt(async () => {
      await ask("POST", `${ME}/deletion`, { password: guest ? null : password });
      forgetPerson();
    }, "me.deleted");
  return (
    <>
      <Card>
        {guest ? (
          <Confirm question={t("me.sign_out_sure")} onYes={() => void signOut()}>
            {t("me.sign_out")}
          </Confirm>
        ) : (
          <button class="button small" onClick={() => void signOut()}>
            {t("me.sign_out")}
          </button>
        )}
      </Card>
      <Card title={t("me.delete")}>
        <div class="stack">
          <p class="note">{t("me.delete_note")}</p>
          {!guest && (
            <Password value={password} onInput={setPassword} which="current" />
          )}
          <Confirm question={t("me.delete_sure")} onYes={remove} disabled={!guest && !password}>
            {t("me.delete")}
          </Confirm>
        </div>
      </Card>
    </>
  );
}
