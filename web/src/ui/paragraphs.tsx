import type { RichText } from "../content/model.gen";
import { usePage } from "../router/page-context";
import { Markup } from "./markup";

/** The text of a rich-text field; a text without elements becomes one paragraph per line. */
export function Paragraphs<Field extends string>({
  of,
  html,
  className,
  lang,
}: {
  of: Field;
  html: RichText<Field> | null | undefined;
  className?: string;
  lang?: string | undefined;
}) {
  const { plain } = usePage();
  if (!html?.trim()) return null;
  if (html.includes("<") && !plain.includes(of))
    return <Markup of={of} html={html} className={className} lang={lang} />;
  // Each line of sanitised markup without elements is itself sanitised markup.
  const lines = html.split(/\r?\n+/) as RichText<Field>[];
  return lines
    .filter((line) => line.trim() !== "")
    .map((line, index) => <Markup key={index} as="p" of={of} html={line} className={className} lang={lang} />);
}
