// Choices and fields of forms.
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { t } from "../texts";

export interface Option<Value> {
  value: Value;
  text: string;
  /** What it means, in a line below. */
  note?: string;
}

interface ChoiceProps<Value> {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  disabled?: boolean;
}

/** A row of which one is chosen. */
export function Segments<Value extends string | number | boolean>({
  label,
  options,
  value,
  onChange,
  disabled = false,
}: ChoiceProps<Value>): JSX.Element {
  const name = useId();
  return (
    <fieldset class={options.length > 2 ? "segments many" : "segments"} disabled={disabled}>
      <legend>{label}</legend>
      <div class="segments-row">
        {options.map((option) => (
          <label key={String(option.value)}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Cards of which one is chosen, each with a line that says what it means. */
export function Cards<Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled = false,
}: ChoiceProps<Value>): JSX.Element {
  const name = useId();
  return (
    <fieldset class="choices" disabled={disabled}>
      <legend class="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value} class="choice">
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span class="choice-face">
            <b>{option.text}</b>
            {option.note && <span class="note">{option.note}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onInput: (value: string) => void;
  type?: "text" | "password";
  note?: string;
  autocomplete?: string;
  maxLength?: number;
}

/** A line to type into. */
export function Field(props: FieldProps): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <input
        id={id}
        {...(props.type === "password" ? { type: "password" } : {})}
        value={props.value}
        maxLength={props.maxLength ?? 200}
        autocomplete={props.autocomplete ?? "off"}
        autocapitalize="off"
        spellcheck={false}
        aria-describedby={props.note ? `${id}-note` : undefined}
        onInput={(event) => props.onInput(event.currentTarget.value)}
      />
      {props.note && (
        <span class="note" id={`${id}-note`}>
          {props.note}
        </span>
      )}
    </div>
  );
}

/** A list to choose from, for more than fits into a row. */
export function Choose<Value extends string | number>({
  label,
  options,
  value,
  onChange,
  disabled = false,
}: ChoiceProps<Value>): JSX.Element {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        class="select"
        disabled={disabled}
        value={String(value)}
        onChange={(event) => {
          const chosen = options.find((one) => String(one.value) === event.currentTarget.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option value={String(option.value)} key={String(option.value)}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface CountProps {
  label: string;
  value: number;
  least: number;
  most: number;
  onChange: (value: number) => void;
}

/** A whole number. One that may not be is not taken, and it is said which may. */
export function Count({ label, value, least, most, onChange }: CountProps): JSX.Element {
  const id = useId();
  const [isRefused, setRefused] = useState(false);
  return (
    <div class="count">
      <label for={id}>
        {label}
        {isRefused && (
          <span class="count-range" id={`${id}-range`} role="alert">
            {t("form.range", { least, most })}
          </span>
        )}
      </label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        step={1}
        value={value}
        aria-describedby={isRefused ? `${id}-range` : undefined}
        onChange={(event) => {
          const typed = event.currentTarget.valueAsNumber;
          const isTaken = Number.isInteger(typed) && typed >= least && typed <= most;
          setRefused(!isTaken);
          if (isTaken) onChange(typed);
          else event.currentTarget.value = String(value);
        }}
      />
    </div>
  );
}

/** Yes or no. */
export function Switch({
  label,
  note,
  value,
  onChange,
}: {
  label: string;
  note?: string;
  value: boolean;
  onChange: (value: boolean) => void;
}): JSX.Element {
  return (
    <label class="switch">
      <span>
        {label}
        {note && <span class="note">{note}</span>}
      </span>
      <input
        type="checkbox"
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span class="switch-face" aria-hidden="true" />
    </label>
  );
}
