/** Returns the tel: link of a formatted telephone number; undefined if it has too few digits. */
export function phoneLink(text: string): string | undefined {
  // "+41 (0)52 …": the trunk prefix 0 is dialled only without the country code.
  const number = text.replace(/^(\D*\+.*?)\(0\)/, "$1").replace(/[^+\d]/g, "");
  return number.length < 3 ? undefined : `tel:${number}`;
}

/** Returns the mailto: link of an e-mail address; undefined if the text is none. */
export function mailLink(text: string): string | undefined {
  const address = text.trim();
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? `mailto:${address}` : undefined;
}
