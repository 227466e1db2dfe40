import type { RichText } from "../content/model.gen";
import { usePage } from "../router/page-context";

/**
 * The markup of a rich-text field, which the server has sanitised; shown as text
 * if this server's model declares the field as plain text.
 */
export function Markup<Field extends string>({
  of,
  html,
  as: Element = "div",
  className,
  lang,
}: {
  of: Field;
  html: RichText<Field> | null | undefined;
  as?: "div" | "span" | "p";
  className?: string | undefined;
  lang?: string | undefined;
}) {
  const { plain } = usePage();
  if (!html) return null;
  const content = plain.includes(of) ? { children: html } : { dangerouslySetInnerHTML: { __html: html } };
  return <Element className={className} lang={lang} {...content} />;
}
