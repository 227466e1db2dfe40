import type { FormEvent, ReactNode } from "react";
import { Icon } from "../parts/icon";
import { useSetupTexts } from "../texts/setup";

interface Props {
  title: string;
  lead: string;
  next: string;
  submit: () => void;
  back?: (() => void) | undefined;
  busy?: boolean;
  note?: string;
  wrong?: string;
  children: ReactNode;
}

/** A step of the set-up: a form with the way on and back. */
export function Step({ title, lead, next, submit, back, busy = false, note, wrong, children }: Props) {
  const words = useSetupTexts();
  return (
    <form
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (!busy) submit();
      }}
    >
      <div>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </div>
      {children}
      <div role="alert">
        {wrong && (
          <p className="err">
            <Icon name="warn" small />
            {wrong}
          </p>
        )}
      </div>
      <div className="nav">
        {back && (
          <button className="b b--q" type="button" onClick={back} disabled={busy}>
            <Icon name="left" />
            {words.back}
          </button>
        )}
        <button className="b b--p" type="submit" disabled={busy}>
          {next}
          <Icon name="arrow" />
        </button>
        {note && <span className="mut end">{note}</span>}
      </div>
    </form>
  );
}

/** Reports whether a text looks like a mail address; the server checks it again. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
