import type { ReactNode } from "react";
import type { TextEntry } from "../content/text-list";
import { languageOf } from "../i18n/translation";
import { usePage } from "../router/page-context";
import type { Label } from "../i18n/translation";

/** A footer cell with a list; renders nothing without items. `name`: unique in the footer; `nav`: the list is a navigation landmark. */
export function Cell({
  name,
  label,
  className = "",
  nav = false,
  items,
}: {
  name: string;
  label: Label;
  className?: string;
  nav?: boolean;
  items: readonly ReactNode[];
}) {
  if (items.length === 0) return null;
  const id = `footer-${name}`;
  const Element = nav ? "nav" : "div";
  return (
    <Element className={`ft-cell ${className}`.trim()} {...(nav ? { "aria-labelledby": id } : {})}>
      <h2 id={id} lang={label.lang}>
        {label.text}
      </h2>
      <ul>{items}</ul>
    </Element>
  );
}

/**
 * An entry of a list. `link` derives the link of an entry that has none of its
 * own; an entry without a link is plain text.
 */
export function Line({
  entry,
  link = () => undefined,
}: {
  entry: TextEntry;
  link?: (text: string) => string | undefined;
}) {
  const { language } = usePage();
  const href = entry.link || link(entry.text);
  const lang = languageOf(entry, language);
  return <li lang={lang}>{href ? <a href={href}>{entry.text}</a> : entry.text}</li>;
}
