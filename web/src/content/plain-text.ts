const untidy = /[<\u00ad]|[^\S ]|^ | $| {2}/;

/** Returns a content text as one line for titles and descriptions, without markup, soft hyphens and line breaks. */
export function plainText(text: string | null | undefined): string {
  if (!text || !untidy.test(text)) return text ?? "";
  return text
    .replace(/<[^>]*>/g, " ")
    .replace(/\u00ad/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

const signs: Record<string, string> = { lt: "<", gt: ">", amp: "&", "#34": '"', "#39": "'", "#13": " " };

/** Returns sanitised markup as plainText does, and decodes the character references that the server's sanitiser writes. */
export function plainMarkup(html: string | null | undefined): string {
  return plainText(html).replace(/&(lt|gt|amp|#34|#39|#13);/g, (_, name: string) => signs[name] ?? "");
}

/** Returns at most `limit` characters of a text, cut at a word boundary. */
export function beginning(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  const end = cut.lastIndexOf(" ");
  return `${(end > limit / 2 ? cut.slice(0, end) : cut.slice(0, -1)).replace(/[\s,;:–-]+$/, "")}…`;
}
