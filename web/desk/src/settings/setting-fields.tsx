import type { Setting } from "../api/settings";
import { Field } from "../parts/field";
import { useSetupTexts } from "../texts/setup";

interface Props {
  settings: Setting[];
  names: readonly string[];
  /** What was typed; a name that is missing is unchanged. */
  typed: Record<string, string>;
  wrong: Record<string, string>;
  change: (name: string, value: string) => void;
}

/** Inputs of settings. One that the server's operator has set is read-only and says by what. */
export function SettingFields({ settings, names, typed, wrong, change }: Props) {
  const texts = useSetupTexts();
  return names.map((name) => {
    const setting = settings.find((each) => each.name === name);
    if (!setting) return null;
    const source = texts.sources[setting.source];
    const kept = setting.secret && setting.isSet && !source ? texts.secretSet : "";
    return (
      <Field
        key={name}
        label={texts.fields[name] ?? name}
        hint={source || kept || texts.hints[name] || ""}
        wrong={name in wrong ? texts.invalid : undefined}
        readOnly={source !== ""}
        type={setting.secret ? "password" : "text"}
        autoComplete={setting.secret ? "new-password" : "off"}
        value={typed[name] ?? setting.value.replaceAll("\n", ", ")}
        onChange={({ target }) => change(name, target.value)}
      />
    );
  });
}
