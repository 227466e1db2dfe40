import { mailLink, phoneLink } from "../content/contact-link";

/**
 * An entry of contact data with its link. Without `link`, e-mail addresses and
 * international telephone numbers become links automatically.
 */
export function ContactLine({ text, link }: { text: string; link?: string | null | undefined }) {
  const line = text.trim();
  const phone = /^\+[\d\s().-]{7,}$/.test(line) ? phoneLink(line) : undefined;
  const href = link || (mailLink(line) ?? phone);
  if (!href) return <span className="line">{line}</span>;
  return (
    <a
      className={`line ${phone ? "tnum" : ""} ${link ? "lnk" : ""}`.replace(/\s+/g, " ").trim()}
      href={href}
      {...(/^https?:/.test(href) ? { rel: "external noopener" } : {})}
    >
      {line}
    </a>
  );
}
