import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { act } from "../api/queries";
import { useMe } from "../api/use-me";
import { clockTime } from "../model/dates";
import { readDraft, writeDraft } from "../model/drafts";
import { errorText } from "../parts/messages";
import { useLanguage, useTexts } from "../texts/language";

/** An internal note. What is typed is on this device at once, and stays there until the server has it. */
export function NoteComposer({ reference }: { reference: string }) {
  const me = useMe();
  const texts = useTexts();
  const language = useLanguage();
  const words = texts.request;
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useState(() => readDraft(me.id, reference) ?? { text: "", at: 0 });
  const [stored, setStored] = useState(draft.text !== "");
  const save = useMutation({
    mutationFn: (text: string) => act(reference, "notes", { text }),
    onSuccess: (_, text) => {
      // What was typed while it was sent is a draft of its own.
      setDraft((current) => {
        const next = current.text === text ? { text: "", at: 0 } : current;
        writeDraft(me.id, reference, next);
        return next;
      });
      field.current?.focus();
    },
  });
  const text = draft.text.trim();
  const send = () => {
    if (text !== "" && !save.isPending) save.mutate(draft.text);
  };

  return (
    <form
      className="comp"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p className="lab">{words.note}</p>
      <textarea
        ref={field}
        id="note"
        aria-label={words.note}
        className="in"
        placeholder={words.notePlaceholder}
        value={draft.text}
        aria-describedby="note-state"
        onChange={({ target }) => {
          const next = { text: target.value, at: Date.now() };
          setDraft(next);
          setStored(writeDraft(me.id, reference, next) && next.text !== "");
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            send();
          }
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      <div className="rowx">
        <span id="note-state" role={save.isError ? "alert" : "status"}>
          {save.isError ? (
            <span className="saved saved--err">{`${words.noteFailed} ${errorText(save.error, texts)}`}</span>
          ) : save.isPending ? (
            <span className="saved saved--wait">{words.noteSaving}</span>
          ) : (
            stored && text !== "" && <span className="saved">{words.draftSaved(clockTime(draft.at, language))}</span>
          )}
        </span>
        <span className="end">
          <button className="b b--s" type="submit" disabled={text === "" || save.isPending}>
            {words.saveNote}
            <kbd>{texts.ctrl}</kbd>
            <kbd>↵</kbd>
          </button>
        </span>
      </div>
    </form>
  );
}
