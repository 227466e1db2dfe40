import { createContext, type ReactNode, use, useEffect, useRef } from "react";
import { decimalSign } from "../../../src/i18n/formats";
import type { Problem } from "../model/offer-form";
import { Icon } from "../parts/icon";
import type { Texts } from "../texts/de";
import { type Language, useLanguage, useTexts } from "../texts/language";

/** The problems that are shown, by their fields. */
export const Problems = createContext<ReadonlyMap<string, Problem>>(new Map());

/** The element of a field. */
export const idOf = (field: string) => `reply-${field.replaceAll(".", "-")}`;

/** Says in the person's language what hinders an answer from being sent. */
function problemText({ field, code, message }: Problem, texts: Texts, language: Language): string {
  const words = texts.reply.problems;
  switch (code) {
    case "ambiguous": {
      const digits = message.replaceAll(/\D/g, "");
      const fraction = message.replace(/[.,]/, decimalSign(language));
      return words.ambiguous(message, digits, fraction);
    }
    case "placeholder":
      return words.placeholder(message);
    case "required":
      if (field.endsWith(".price")) return words.price;
      return field.endsWith(".quantity") ? words.quantity : words.required;
    case "number":
    case "reason":
    case "article":
    case "delivery":
    case "sum":
    case "decimals":
    case "range":
    case "date":
    case "past":
    case "per":
    case "certificate":
    case "currency":
    case "long":
    case "lines":
      return words[code];
    default:
      return message;
  }
}

export function useProblem(field: string): string | null {
  const problem = use(Problems).get(field);
  const texts = useTexts();
  const language = useLanguage();
  return problem ? problemText(problem, texts, language) : null;
}

/** Reports whether a field or one of its members has a problem that is shown. */
export function useProblemIn(field: string): boolean {
  const problems = use(Problems);
  return [...problems.keys()].some((key) => key === field || key.startsWith(`${field}.`));
}

interface ControlProps {
  id: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
}

interface FieldProps {
  field: string;
  label: ReactNode;
  /** What the name of the control has besides, for those who do not see where it stands. */
  of?: string;
  hint?: string | undefined;
  /** What stands at the end of the label's line. */
  end?: ReactNode;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

/** A control with its label, and its problem or hint. */
export function Field({ field, label, of, hint, end, className = "f", children }: FieldProps) {
  const problem = useProblem(field);
  const id = idOf(field);
  const described = problem ? `${id}-err` : hint ? `${id}-hint` : null;
  return (
    <div className={problem ? `${className} f--err` : className}>
      <label className="lab" htmlFor={id}>
        {label}
        {of && <span className="vh"> {of}</span>}
      </label>
      {end}
      {children({
        id,
        ...(problem ? { "aria-invalid": true as const } : {}),
        ...(described ? { "aria-describedby": described } : {}),
      })}
      {problem && (
        <p className="err" id={`${id}-err`}>
          <Icon name="warn" small />
          {problem}
        </p>
      )}
      {!problem && hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** All problems with links to their fields. It takes the focus when `shown` changes. */
export function Summary({
  problems,
  shown,
  nameOf,
}: {
  problems: Problem[];
  shown: number;
  nameOf: (field: string) => string;
}) {
  const texts = useTexts();
  const language = useLanguage();
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown > 0) element.current?.focus();
  }, [shown]);
  if (problems.length === 0) return null;
  return (
    <div className="note note--err" role="alert" tabIndex={-1} ref={element}>
      <Icon name="warn" />
      <div>
        <b className="u">{texts.reply.notSent(problems.length)}</b>
        <ul className="errs">
          {problems.map((problem) => (
            <li key={problem.field}>
              <a
                className="lnk"
                href={`#${idOf(problem.field)}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusField(problem.field);
                }}
              >
                {nameOf(problem.field)}
              </a>{" "}
              {problemText(problem, texts, language)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Focuses a field, or the nearest one that has an element: a part of a line may be folded. */
function focusField(field: string): void {
  for (let name = field; name !== ""; name = name.includes(".") ? name.slice(0, name.lastIndexOf(".")) : "") {
    const element = document.getElementById(idOf(name));
    if (!element) continue;
    element.closest("details")?.setAttribute("open", "");
    element.focus();
    return;
  }
}
