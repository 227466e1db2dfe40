import type { Person, Row, State } from "../api/schemas";
import { initials } from "../model/formats";
import { lastDay } from "../model/dates";
import { useLanguage, useTexts } from "../texts/language";

const squares: Record<State, string> = {
  new: "new",
  work: "work",
  waiting: "wait",
  offered: "offer",
  won: "won",
  lost: "lost",
  expired: "exp",
  answered: "done",
  spam: "spam",
  forgotten: "gone",
};

/** A state is a square and a word, never a colour alone. An offer names its last day. */
export function StateMark({ state, expires = null }: { state: State; expires?: string | null }) {
  const texts = useTexts();
  const language = useLanguage();
  return (
    <span className={`st st--${squares[state]}`}>
      {state === "offered" && expires !== null ? texts.offeredUntil(lastDay(expires, language)) : texts.states[state]}
    </span>
  );
}

/** The initials of a person; a dashed square for nobody. */
export function Avatar({ person }: { person: Person | null }) {
  const texts = useTexts();
  const name = person ? person.name || texts.inbox.formerPerson : texts.inbox.noAssignee;
  return (
    <span className={person ? "av" : "av av--none"} title={name} role="img" aria-label={name}>
      {person ? initials(person.name) || "?" : "–"}
    </span>
  );
}

/** The mark of an unread request. */
export function Unread() {
  const texts = useTexts();
  return <span className="new" title={texts.inbox.unread} role="img" aria-label={texts.inbox.unread} />;
}

/** A language as its two letters. */
export function LanguageMark({ code, on = false }: { code: string; on?: boolean }) {
  return <span className={on ? "lg lg--on" : "lg"}>{code.slice(0, 2).toUpperCase()}</span>;
}

/** Stands in the place of what the role may not see. */
export function Hidden() {
  const texts = useTexts();
  return <span className="gone-x">{texts.inbox.hidden}</span>;
}

/** Who asks: company, else person; the number where the role or the person concerned hides both. */
export function useSender(): (row: Pick<Row, "company" | "name" | "reference">) => string {
  const texts = useTexts();
  return ({ company, name, reference }) => {
    if (company === null && name === null) return reference;
    return company?.trim() || name?.trim() || texts.inbox.noCompany;
  };
}
