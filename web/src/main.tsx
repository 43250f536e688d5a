// The page begins here.
import { type JSX, render } from "preact";
import { App } from "./app";
import { findPerson } from "./person";
import { applySettings } from "./settings";
import "./styles/index.css";
import { startTexts } from "./texts";

async function start(): Promise<void> {
  applySettings();
  await startTexts();
  const root = document.getElementById("app");
  if (root) render((<App />) as JSX.Element, root);
  performance.mark("interactive");
  await findPerson();
}

void start();
