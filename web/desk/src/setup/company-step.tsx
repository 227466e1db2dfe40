import { useState } from "react";
import { Field } from "../parts/field";
import { useSetupTexts } from "../texts/setup";
import type { StepProps } from "./setup";
import { isEmail, Step } from "./step";

const siteLanguages = [
  ["de-DE", "Deutsch"],
  ["en-US", "English"],
  ["fr-FR", "Français"],
  ["it-IT", "Italiano"],
] as const;

export function CompanyStep({ draft, change, go }: StepProps) {
  const words = useSetupTexts();
  const texts = words.company;
  const [tried, setTried] = useState(false);
  const { company } = draft;
  const set = (part: Partial<typeof company>) => change({ company: { ...company, ...part } });
  const wrong = {
    name: company.name.trim() ? "" : words.required,
    email: isEmail(company.email) ? "" : words.email,
    languages: company.languages.length > 0 ? "" : texts.one,
  };
  const text = (name: "name" | "street" | "city" | "country" | "phone" | "email", autoComplete: string) => (
    <Field
      label={texts[name]}
      autoComplete={autoComplete}
      type={name === "email" ? "email" : name === "phone" ? "tel" : "text"}
      value={company[name]}
      wrong={tried && (name === "name" || name === "email") ? wrong[name] : undefined}
      onChange={({ target }) => set({ [name]: target.value })}
    />
  );
  const submit = () => {
    setTried(true);
    if (!Object.values(wrong).some(Boolean)) go(2);
  };
  return (
    <Step title={texts.title} lead={texts.lead} next={texts.next} submit={submit}>
      <div className="g2">
        {text("name", "organization")}
        {text("email", "email")}
        {text("street", "street-address")}
        {text("city", "address-level2")}
        {text("country", "country-name")}
        {text("phone", "tel")}
      </div>
      <fieldset>
        <legend className="h3">{texts.languages}</legend>
        <div className="su-l">
          {siteLanguages.map(([code, name]) => (
            <label key={code}>
              <input
                className="ck"
                type="checkbox"
                checked={company.languages.includes(code)}
                onChange={({ target }) =>
                  set({
                    languages: target.checked
                      ? [...company.languages, code]
                      : company.languages.filter((each) => each !== code),
                  })
                }
              />
              <span lang={code}>{name}</span>
              {company.languages[0] === code && <span className="tag">{texts.source}</span>}
            </label>
          ))}
        </div>
        {tried && wrong.languages && <p className="err">{wrong.languages}</p>}
        <p className="hint">{texts.languagesText}</p>
      </fieldset>
    </Step>
  );
}
