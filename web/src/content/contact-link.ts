/** The link to a telephone number given as people write it, undefined where there are too few digits for one. */
export function phoneLink(text: string): string | undefined {
  // "+41 (0)52 …": the nought is dialled only without the country code.
  const number = text.replace(/^(\D*\+.*?)\(0\)/, "$1").replace(/[^+\d]/g, "");
  return number.length < 3 ? undefined : `tel:${number}`;
}

/** The link to an e-mail address, undefined where the text is none. */
export function mailLink(text: string): string | undefined {
  const address = text.trim();
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) ? `mailto:${address}` : undefined;
}
