import { create } from "zustand";
import { readStored, removeStored, writeStored } from "../browser/storage";
import type { Changes } from "./line-choices";

/**
 * The keys in session storage: each tab has a list of its own, which survives a
 * reload. The choices are apart from the text, which may have 1 MB.
 */
const keys = { text: "pasted-list:text", choices: "pasted-list:choices" };

interface Draft {
  text: string;
  /** Whether the lines of the text are shown, instead of the text. */
  read: boolean;
  changes: Changes;
}

const empty: Draft = { text: "", read: false, changes: {} };

/** useDraft holds the pasted list and the visitor's choices, until they are in the cart or cancelled. */
export const useDraft = create<Draft>()(stored);

/** writeText replaces the text. A new text after an empty one has no choices; others keep those of equal lines. */
export function writeText(text: string): void {
  const { text: former, changes } = useDraft.getState();
  useDraft.setState({ text, changes: former.trim() === "" ? {} : changes });
}

/** readLines shows the lines of a text, by default the one that was written. */
export function readLines(text = useDraft.getState().text): void {
  writeText(text);
  useDraft.setState({ read: text.trim() !== "" });
}

/** editText shows the text again. */
export function editText(): void {
  useDraft.setState({ read: false });
}

/** change applies a function to the changes of the lines. */
export function change(update: (changes: Changes) => Changes): void {
  useDraft.setState(({ changes }) => ({ changes: update(changes) }));
}

/** endDraft forgets the list. */
export function endDraft(): void {
  useDraft.setState(empty);
}

/** draftRestorer returns a function that restores the list as it is. */
export function draftRestorer(): () => void {
  const former = useDraft.getState();
  return () => useDraft.setState(former);
}

function stored(): Draft {
  const text = readStored(keys.text, "sessionStorage") ?? "";
  if (text === "") return empty;
  try {
    const { read, changes } = JSON.parse(readStored(keys.choices, "sessionStorage") ?? "") as Partial<Draft>;
    return { text, read: read === true, changes: changes ?? {} };
  } catch {
    return { ...empty, text };
  }
}

useDraft.subscribe(({ text, read, changes }, former) => {
  if (text === "") {
    removeStored(keys.text, "sessionStorage");
    removeStored(keys.choices, "sessionStorage");
    return;
  }
  if (text !== former.text) writeStored(keys.text, text, "sessionStorage");
  writeStored(keys.choices, JSON.stringify({ read, changes }), "sessionStorage");
});
