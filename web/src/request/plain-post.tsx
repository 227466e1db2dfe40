import { usePage } from "../router/page-context";
import type { RequestFrame } from "./payload";

/** The form attributes for a native submission, without scripts or before hydration. */
export const plainPost = { action: "/api/form-messages", method: "post", encType: "multipart/form-data" } as const;

/** HiddenFields carries the form's context for a native submission. */
export function HiddenFields({ form, kind, source }: RequestFrame) {
  const { language, prefix, path } = usePage();
  const fields = {
    formId: form.id,
    formKey: form.key,
    formTitle: form.first_line,
    subject: form.first_line,
    secondLine: form.second_line,
    kind,
    source,
    language,
    page: prefix + path,
  };
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);
}

/** HoneypotField is hidden from people and assistive technology; only bots fill it in. */
export function HoneypotField() {
  return (
    <div className="trap" aria-hidden="true">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
