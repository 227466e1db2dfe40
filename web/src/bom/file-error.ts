/** FileProblem is why a file is not read; "several" were dropped, a "scanned" PDF file has no text. */
export type FileProblem =
  | "several"
  | "folder"
  | "large"
  | "pages"
  | "lines"
  | "time"
  | "password"
  | "damaged"
  | "scanned";

export class FileError extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(`read file: ${problem}`, options);
    this.problem = problem;
  }
}
