import { useEffect, useRef } from "react";
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

/** NoteField edits a line's note. `opened` is set if the visitor has just opened the field, which then takes the focus. */
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
  return (
    <textarea
      ref={field}
      className="cnote"
      rows={2}
      maxLength={maxNote}
      aria-label={texts.note(name)}
      placeholder={texts.notePlaceholder}
      value={note}
      onChange={(event) => setNote(uid, event.target.value)}
      onFocus={() => onUse(true)}
      onBlur={() => onUse(false)}
    />
  );
}
