import { useState } from "react";
import { Window } from "../parts/dialog";
import { useTexts } from "../texts/language";

interface Props {
  reference: string;
  onClose: () => void;
  forget: () => void;
}

/** Forgetting cannot be undone: the number has to be typed. */
export function ForgetDialog({ reference, onClose, forget }: Props) {
  const texts = useTexts();
  const words = texts.request;
  const [typed, setTyped] = useState("");
  const matches = typed.trim().toUpperCase() === reference.toUpperCase();
  return (
    <Window
      open
      onClose={onClose}
      title={words.forgetTitle}
      footer={
        <>
          <button className="b" type="button" onClick={onClose}>
            {texts.cancel}
          </button>
          <button className="b b--d" type="submit" form="forget" disabled={!matches}>
            {words.forgetDo}
          </button>
        </>
      }
    >
      <form
        id="forget"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (matches) forget();
        }}
      >
        <p className="u4">{words.forgetText}</p>
        <div className="f">
          <label htmlFor="forget-number">{words.forgetConfirm(reference)}</label>
          <input
            id="forget-number"
            className="in in--m"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      </form>
    </Window>
  );
}
