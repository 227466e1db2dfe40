import { useEffect, useRef } from "react";
import { isTextField, keyName, sequences } from "../model/keys";
import { useSettings } from "../texts/language";

/** What a key does; false: nothing, the browser may. */
export type KeyMap = Record<string, (event: KeyboardEvent) => void | false>;

/**
 * Runs commands of keys outside of text fields, dialogs and menus. Single keys can
 * be switched off; keys with Ctrl, Enter, Escape and arrows stay.
 */
export function useKeys(keys: KeyMap): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const join = sequences();
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || overlay()) return;
      const name = keyName(event);
      if (name === null) return;
      const modified = name.startsWith("mod+");
      if (isTextField(event.target) && !inFields.has(name)) return;
      if (!modified && name.length === 1 && !useSettings.getState().singleKeys) return;
      const command = latest.current[modified ? name : join(name, event.timeStamp)];
      if (command && command(event) !== false) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/** Keys that are commands in text fields too. */
const inFields = new Set(["mod+k", "mod+enter", "mod+s"]);

/** Reports whether a dialog or menu has the keys. */
function overlay(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}
