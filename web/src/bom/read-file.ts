/** The maximum file size in bytes: the maximum text length in UTF-16, as Excel saves it. */
const maxFile = 2 * 64 * 1024;

/**
 * readFile returns the text of a file that a spreadsheet saved: UTF-8, UTF-16 with a
 * byte order mark, else Windows-1252. Problems: "long" is too large, "binary" is not
 * text.
 */
export async function readFile(file: Blob): Promise<{ text: string } | { problem: "long" | "binary" }> {
  if (file.size > maxFile) return { problem: "long" };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decode(bytes);
  return text.includes("\0") ? { problem: "binary" } : { text };
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
