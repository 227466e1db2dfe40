import { useEffect, useRef, useState } from "react";
import { maxNote } from "../domain/cart-item";
import { Icon } from "../ui/icon";
import { setNote } from "./actions";
import { useCartTexts } from "./texts";

/** NoteButton opens the note field of a line without a note. */
export function NoteButton({ name, onOpen }: { name: string; onOpen: () => void }) {
  const texts = useCartTexts();
  return (
    <button type="button" className="cnote-add" aria-label={texts.note(name)} onClick={onOpen}>
      <Icon name="plus" />
      <span>{texts.addNote}</span>
    </button>
  );
}

/** The pause in typing after which a note is stored, in ms: a change writes the whole cart, up to 5,000 lines. */
const pause = 300;

/**
 * NoteField edits a line's note and stores it when typing pauses, when the field
 * loses the focus or closes, and when the page is left. `opened` is set if the
 * visitor has just opened the field, which then takes the focus.
 */
export function NoteField({
  uid,
  name,
  note,
  opened,
  onUse,
}: {
  uid: string;
  name: string;
  note: string;
  opened: boolean;
  onUse: (used: boolean) => void;
}) {
  const texts = useCartTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (opened) field.current?.focus();
  }, [opened]);
  /** What is typed and not stored yet. */
  const [typed, setTyped] = useState<string | null>(null);
  const store = () => {
    if (typed === null) return;
    setNote(uid, typed);
    setTyped(null);
  };
  const latest = useRef(store);
  useEffect(() => {
    latest.current = store;
  });
  useEffect(() => {
    const leave = () => latest.current();
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, []);
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = window.setTimeout(() => latest.current(), pause);
    return () => window.clearTimeout(timer);
  }, [typed]);
  return (
    <div className="cnote">
      <Icon path="M4 20l1-5L16 4l4 4L9 19z" />
      <textarea
        ref={field}
        rows={1}
        maxLength={maxNote}
        aria-label={texts.note(name)}
        placeholder={texts.notePlaceholder}
        value={typed ?? note}
        onChange={(event) => setTyped(event.target.value)}
        onFocus={() => onUse(true)}
        onBlur={() => {
          store();
          onUse(false);
        }}
      />
    </div>
  );
}
