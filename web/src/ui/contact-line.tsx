import { mailLink, phoneLink } from "../lib/contact-link";

/** A line of contact data; e-mail addresses and international telephone numbers become links. */
export function ContactLine({ text }: { text: string }) {
  const line = text.trim();
  const phone = /^\+[\d\s().-]{7,}$/.test(line) ? phoneLink(line) : undefined;
  const link = mailLink(line) ?? phone;
  if (!link) return <span className="line">{line}</span>;
  return (
    <a className={phone ? "line tnum" : "line"} href={link}>
      {line}
    </a>
  );
}
