import { UnionOutline } from "../ui/drawing";
import { meaningful } from "./form-content";
import type { FormKind } from "./form-kinds";
import { RequestForm } from "./request-form";
import "./call-to-action.css";

/** CallToAction is the green last section of a page: a title, a description and the request form. */
export function CallToAction({
  title,
  description,
  button,
  form,
  kind,
  source,
  lang,
}: {
  title: string | null | undefined;
  description: string | null | undefined;
  /** The submit button's label; defaults to the form's own. */
  button?: string | null | undefined;
  form: unknown;
  kind: Exclude<FormKind, "cart">;
  source: string;
  lang?: string | undefined;
}) {
  const heading = meaningful(title);
  const text = meaningful(description);
  return (
    <section className="cta" id="cta">
      <div className="wrap grid cta-in">
        <div className="cta-t" lang={lang}>
          {heading && <h2 className="t-display">{heading}</h2>}
          {text && <p className="t-lead">{text}</p>}
        </div>
        <div className="cta-f">
          <RequestForm form={form} kind={kind} source={source} button={meaningful(button)} />
        </div>
      </div>
      <UnionOutline />
    </section>
  );
}
