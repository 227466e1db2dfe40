import { useLanguage, useSettings, useTexts } from "../texts/language";

/** The choice of the desk's language for somebody who is not signed in. */
export function LanguageChoice({ className }: { className: string }) {
  const texts = useTexts();
  const language = useLanguage();
  return (
    <p className={className}>
      <label htmlFor="language-choice">{texts.person.language}</label>
      <select
        id="language-choice"
        className="in in--s"
        value={language}
        onChange={({ target }) => useSettings.setState({ language: target.value === "de-DE" ? "de-DE" : "en-US" })}
      >
        <option value="de-DE" lang="de">
          Deutsch
        </option>
        <option value="en-US" lang="en">
          English
        </option>
      </select>
    </p>
  );
}
