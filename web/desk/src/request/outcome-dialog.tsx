import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { act } from "../api/queries";
import { Window } from "../parts/dialog";
import { errorText } from "../parts/messages";
import { useTexts } from "../texts/language";

interface Props {
  reference: string;
  outcome: "won" | "lost";
  onClose: () => void;
  done: (outcome: "won" | "lost") => void;
}

/** Enters an outcome that the program does not know of, with its reason. */
export function OutcomeDialog({ reference, outcome, onClose, done }: Props) {
  const texts = useTexts();
  const words = texts.reply.outcome;
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const save = useMutation({
    mutationFn: () => act(reference, "outcome", { outcome, reason: reason.trim() }),
    onSuccess: () => {
      onClose();
      done(outcome);
    },
  });
  const missing = tried && reason.trim() === "";
  const problem = missing ? words.missing : save.isError ? errorText(save.error, texts) : null;
  return (
    <Window
      open
      onClose={onClose}
      title={words.action[outcome]}
      footer={
        <>
          <button className="b" type="button" onClick={onClose}>
            {texts.cancel}
          </button>
          <button className="b b--p" type="submit" form="outcome" disabled={save.isPending}>
            {words.save}
          </button>
        </>
      }
    >
      <form
        id="outcome"
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (reason.trim() !== "") save.mutate();
        }}
      >
        <div className={problem ? "f f--err" : "f"}>
          <label htmlFor="outcome-reason">{outcome === "won" ? words.reasonWon : words.reason}</label>
          <textarea
            id="outcome-reason"
            className="in"
            rows={3}
            value={reason}
            aria-invalid={missing || undefined}
            aria-describedby={problem ? "outcome-problem" : undefined}
            onChange={({ target }) => setReason(target.value)}
          />
          {problem && (
            <p className="err" id="outcome-problem" role="alert">
              {problem}
            </p>
          )}
        </div>
      </form>
    </Window>
  );
}
