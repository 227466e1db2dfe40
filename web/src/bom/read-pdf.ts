import { getDocument, GlobalWorkerOptions, PasswordException, type PDFDocumentProxy } from "pdfjs-dist";
// oxlint-disable-next-line import/default -- Vite exports the address of the file
import worker from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { FileError } from "./file-error";
import { linesOfPage, type PdfText } from "./pdf-lines";

/** The limits of a file; the size is that of the server for other files. */
const limits = { pages: 200, lines: 5000, time: 30_000 };

GlobalWorkerOptions.workerSrc = worker;

/**
 * readPdf returns the text of a PDF file, its pages one after the other. The file is
 * read in a worker, which ends with the call, at the time limit or when aborted. It
 * throws a FileError, or the signal's reason if aborted.
 */
export async function readPdf(file: Blob, signal: AbortSignal): Promise<string> {
  // Only text is read: no scripts, fonts or pictures of the file.
  const task = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    useSystemFonts: false,
    disableFontFace: true,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    verbosity: 0,
  });
  const timeout = AbortSignal.timeout(limits.time);
  const stopped = AbortSignal.any([signal, timeout]);
  const stop = new Promise<never>((_, reject) => {
    if (stopped.aborted) reject(new FileError("time"));
    stopped.addEventListener("abort", () => reject(new FileError("time")), { once: true });
  });
  try {
    return await Promise.race([task.promise.then(textOf), stop]);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileError) throw error;
    throw new FileError(error instanceof PasswordException ? "password" : "damaged", { cause: error });
  } finally {
    void task.destroy();
  }
}

async function textOf(file: PDFDocumentProxy): Promise<string> {
  if (file.numPages > limits.pages) throw new FileError("pages");
  const lines: string[] = [];
  for (let number = 1; number <= file.numPages; number++) {
    const page = await file.getPage(number);
    const { items } = await page.getTextContent();
    lines.push(...linesOfPage(items.filter((item): item is (typeof items)[number] & PdfText => "str" in item)));
    page.cleanup();
    if (lines.length > limits.lines) throw new FileError("lines");
  }
  if (lines.length === 0) throw new FileError("scanned");
  return lines.join("\n");
}
