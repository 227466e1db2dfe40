import { create } from "zustand";
import { readStored, removeStored, writeStored } from "../browser/storage";
import type { Changes } from "./line-choices";

/**
 * The keys in session storage: each tab has a list of its own, which survives a
 * reload. The choices are apart from the text, which may have 1 MB.
 */
const keys = { text: "pasted-list:text", choices: "pasted-list:choices", former: "pasted-list:former" };

interface Draft {
  text: string;
  /** Whether the lines of the text are shown, instead of the text. */
  read: boolean;
  changes: Changes;
  /** The list that a file has replaced. */
  former: Draft | null;
}

const empty: Draft = { text: "", read: false, changes: {}, former: null };

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

/** readFile shows the lines of a file's text, and keeps the list that it replaces. */
export function readFile(text: string): void {
  const list = useDraft.getState();
  const former = list.text.trim() === "" ? list.former : list;
  useDraft.setState({ text, read: true, changes: {}, former });
}

/** showFormer exchanges the list with the former one. */
export function showFormer(): void {
  const { former, ...list } = useDraft.getState();
  if (former) useDraft.setState({ ...former, former: { ...list, former: former.former } });
}

/** editText shows the text again. */
export function editText(): void {
  useDraft.setState({ read: false });
}

/** change applies a function to the changes of the lines. */
export function change(update: (changes: Changes) => Changes): void {
  useDraft.setState(({ changes }) => ({ changes: update(changes) }));
}

/** endDraft forgets the list, and shows the former one if there is one; it reports whether there is. */
export function endDraft(): boolean {
  const { former } = useDraft.getState();
  useDraft.setState(former ?? empty);
  return former !== null;
}

/** draftRestorer returns a function that restores the list as it is. */
export function draftRestorer(): () => void {
  const former = useDraft.getState();
  return () => useDraft.setState(former);
}

function stored(): Draft {
  const text = readStored(keys.text, "sessionStorage") ?? "";
  const former = parsed(keys.former);
  const { read, changes } = (text !== "" && parsed(keys.choices)) || empty;
  return { text, read, changes, former };
}

function parsed(key: string): Draft | null {
  try {
    return JSON.parse(readStored(key, "sessionStorage") ?? "null") as Draft | null;
  } catch {
    return null;
  }
}

useDraft.subscribe(({ text, read, changes, former }, last) => {
  if (former === null) removeStored(keys.former, "sessionStorage");
  else if (former !== last.former) writeStored(keys.former, JSON.stringify(former), "sessionStorage");
  if (text === "") {
    removeStored(keys.text, "sessionStorage");
    removeStored(keys.choices, "sessionStorage");
    return;
  }
  if (text !== last.text) writeStored(keys.text, text, "sessionStorage");
  writeStored(keys.choices, JSON.stringify({ read, changes }), "sessionStorage");
});
