// Copying a text, with a way that needs no secure context.
import { say } from "../store";
import { t } from "../texts";

export async function copy(text: string): Promise<void> {
  if ((await byClipboard(text)) || bySelection(text)) say(t("do.copied"), 2);
}

async function byClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function bySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } finally {
    field.remove();
  }
}
