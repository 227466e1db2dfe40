import { FileError } from "./file-error";
import { lookUpFile, type PartLine } from "./look-up";

/** The maximum size of a file, in bytes; that of the server. */
const maxFile = 10 << 20;

/** The types that the file picker offers; the server checks the content instead. */
export const fileEndings =
  ".xlsx,.ods,.csv,.tsv,.txt,.pdf,text/csv,text/plain,application/pdf,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.oasis.opendocument.spreadsheet";

/**
 * openFile returns the text of a file, with its lines if the server read it. A PDF
 * file is read in the browser. It throws a FileError, a LookUpError, or the signal's
 * reason if aborted.
 */
export async function openFile(
  file: File,
  language: string,
  signal: AbortSignal,
): Promise<{ text: string; lines?: readonly PartLine[] }> {
  if (file.size > maxFile) throw new FileError("large");
  if (!(await isPdf(file))) return lookUpFile(file, language, signal);
  if (import.meta.env.SSR) throw new Error("read PDF file: not available on the server");
  const { readPdf } = await import("./read-pdf");
  signal.throwIfAborted();
  return { text: await readPdf(file, signal) };
}

/** isPdf reports whether the mark of a PDF file is in its first kilobyte, as readers accept it. */
async function isPdf(file: Blob): Promise<boolean> {
  const start = new TextDecoder("latin1").decode(await file.slice(0, 1024).arrayBuffer());
  return start.includes("%PDF-");
}
