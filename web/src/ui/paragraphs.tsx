import { Markup } from "./markup";

/** A text of the content system, plain with line breaks or as markup. */
export function Paragraphs({
  text,
  className,
  lang,
}: {
  text: string | null | undefined;
  className?: string;
  lang?: string | undefined;
}) {
  if (!text?.trim()) return null;
  if (/<[a-z][^>]*>/i.test(text)) return <Markup html={text} {...(className ? { className } : {})} lang={lang} />;
  return text
    .split(/\r?\n+/)
    .filter((line) => line.trim() !== "")
    .map((line) => (
      <p key={line} className={className} lang={lang}>
        {line}
      </p>
    ));
}
