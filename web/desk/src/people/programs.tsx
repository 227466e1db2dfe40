import { type FormEvent, useId, useState } from "react";
import { addProgram, type Program, removeProgram, type Role } from "../api/accounts";
import type { useFresh } from "../account/fresh";
import { longTime } from "../model/dates";
import { useNow } from "../parts/clock";
import { Window } from "../parts/dialog";
import { Icon } from "../parts/icon";
import { typed } from "../sign-in/form";
import { useLanguage, useTexts } from "../texts/language";
import { Secret } from "./invite-window";

const day = 24 * 60 * 60 * 1000;
const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Programs and the end of their tokens. */
export function Programs({ programs, run }: { programs: Program[]; run: ReturnType<typeof useFresh>["run"] }) {
  const texts = useTexts();
  const words = texts.people;
  const language = useLanguage();
  const now = useNow();
  const id = useId();
  const [adding, setAdding] = useState(false);
  const [token, setToken] = useState("");
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const program = { name: typed(event, "name"), role: typed(event, "role") as Role, until: typed(event, "until") };
    void run(async () => {
      const made = await addProgram(program);
      setAdding(false);
      setToken(made);
    });
  };
  const end = ({ hint, expires }: Program) =>
    Date.parse(expires) > now
      ? // The token works through its last day.
        words.tokenUntil(hint, new Intl.DateTimeFormat(language).format(Date.parse(expires) - day))
      : words.tokenEnded(hint);
  return (
    <section className="main part">
      <header className="rowx">
        <h2 className="h2">{words.programs}</h2>
        <button className="b end" type="button" onClick={() => setAdding(true)}>
          <Icon name="plus" />
          {words.addProgram}
        </button>
      </header>
      {programs.length === 0 ? (
        <p className="mut">{words.noPrograms}</p>
      ) : (
        <table className="t t--acc">
          <tbody>
            {programs.map((program) => (
              <tr key={program.id}>
                <th className="name" scope="row">
                  {program.name}
                </th>
                <td className="mut only-l">
                  {program.role === "owner" || program.role === "editor"
                    ? words.programRights[program.role]
                    : program.role && texts.roles[program.role]}
                </td>
                <td className="m">{end(program)}</td>
                <td className="mut only-l">{program.used ? longTime(program.used, now, language) : words.never}</td>
                <td className="num">
                  <button
                    className="b b--s b--d"
                    type="button"
                    aria-label={words.revokeOf(program.name)}
                    onClick={() => void run(() => removeProgram(program.id))}
                  >
                    {words.revoke}
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Window open={adding} onClose={() => setAdding(false)} title={words.addProgram}>
        <form className="stack" onSubmit={submit}>
          <div className="f">
            <label htmlFor={`${id}-name`}>{words.programName}</label>
            <input id={`${id}-name`} className="in" name="name" required maxLength={80} />
          </div>
          <div className="f">
            <label htmlFor={`${id}-role`}>{words.columns.sees}</label>
            <select id={`${id}-role`} className="in" name="role">
              <option value="editor">{words.programRights.editor}</option>
              <option value="owner">{words.programRights.owner}</option>
            </select>
          </div>
          <div className="f">
            <label htmlFor={`${id}-until`}>{words.until}</label>
            <input
              id={`${id}-until`}
              className="in"
              name="until"
              type="date"
              required
              min={dateOf(now)}
              max={dateOf(now + 730 * day)}
              defaultValue={dateOf(now + 365 * day)}
            />
          </div>
          <div className="rowx">
            <button className="b b--p" type="submit">
              {words.addProgram}
            </button>
          </div>
        </form>
      </Window>
      {token && (
        <Secret title={words.token} label={words.token} value={token} close={() => setToken("")}>
          <p className="u4">{words.tokenText}</p>
        </Secret>
      )}
    </section>
  );
}
