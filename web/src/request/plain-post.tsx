import { usePage } from "../router/page-context";
import type { RequestFrame } from "./payload";

/** Where the browser itself sends a form that has no scripts, or not yet. */
export const plainPost = { action: "/api/form-messages", method: "post", encType: "multipart/form-data" } as const;

/** What the server has to know of a form beside what is typed, for a browser without scripts. */
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

/** A field that no person sees, hears or reaches; who fills it in is a program. */
export function Trap() {
  return (
    <div className="trap" aria-hidden="true">
      <label>
        Website
        <input type="text" name="website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
