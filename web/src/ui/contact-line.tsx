/** A line of contact data; e-mail addresses and telephone numbers become links. */
export function ContactLine({ text }: { text: string }) {
  const line = text.trim();
  if (/^\S+@\S+\.\S+$/.test(line)) {
    return (
      <a className="line" href={`mailto:${line}`}>
        {line}
      </a>
    );
  }
  if (/^\+[\d\s().-]{7,}$/.test(line)) {
    return (
      <a className="line tnum" href={`tel:${line.replace(/[^+\d]/g, "")}`}>
        {line}
      </a>
    );
  }
  return <span className="line">{line}</span>;
}
