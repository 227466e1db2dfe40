type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * Names a key press by what it prints: "j", "X" (with Shift), "Enter", "mod+k".
 * Null with Alt, which is also half of AltGr and prints characters of its own.
 */
export function keyName({ key, ctrlKey, metaKey, altKey }: KeyPress): string | null {
  if (altKey && !ctrlKey) return null;
  if (ctrlKey && altKey) return null;
  if (ctrlKey || metaKey) return `mod+${key.toLowerCase()}`;
  return key;
}

/** Reports whether keys print into this element. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type);
}

/** How long the first key of a sequence waits for the second one, in milliseconds. */
const wait = 1_500;

/** Returns a function that joins "g" and the key after it to "g a". */
export function sequences(): (name: string, now: number) => string {
  let first: { name: string; at: number } | null = null;
  return (name, now) => {
    if (first && now - first.at < wait) {
      const joined = `${first.name} ${name}`;
      first = null;
      return joined;
    }
    first = name === "g" ? { name, at: now } : null;
    return name;
  };
}
