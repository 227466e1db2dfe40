import { useEffect, useState } from "react";
import { usePage } from "../router/page-context";
import { readFile } from "./draft";
import { FileError, type FileProblem } from "./file-error";
import { LookUpError } from "./look-up";
import { openFile } from "./open-file";
import { type BomTexts, useBomTexts } from "./texts";
import { remember } from "./use-look-up";

/** FileReading reads files into the draft. */
export interface FileReading {
  /** The name of the file that is being read. */
  reading: string | null;
  /** Why the last file was not read. */
  error: string | null;
  open: (file: File | undefined) => void;
  refuse: (problem: FileProblem) => void;
  /** Reads the last file again; null if that is of no use. */
  retry: (() => void) | null;
  cancel: () => void;
  /** Forgets the error. */
  hide: () => void;
}

/** useFile reads files, one at a time: another one replaces the one that is being read. */
export function useFile(): FileReading {
  const { language } = usePage();
  const texts = useBomTexts();
  const [opening, setOpening] = useState<{ file: File; controller: AbortController } | null>(null);
  const [failed, setFailed] = useState<{ file: File | null; error: string } | null>(null);
  useEffect(() => () => opening?.controller.abort(), [opening]);

  const open = async (file: File) => {
    const controller = new AbortController();
    setOpening({ file, controller });
    setFailed(null);
    try {
      const { text, lines } = await openFile(file, language, controller.signal);
      if (lines) remember(text, language, lines);
      readFile(text);
    } catch (error) {
      if (!controller.signal.aborted) setFailed({ file, error: messageOf(error, texts) });
    } finally {
      setOpening((current) => (current?.controller === controller ? null : current));
    }
  };
  const again = failed?.file;
  return {
    reading: opening?.file.name ?? null,
    error: failed?.error ?? null,
    open: (file) => file && void open(file),
    refuse: (problem) => setFailed({ file: null, error: texts.problem[problem] }),
    retry: again ? () => void open(again) : null,
    cancel: () => opening?.controller.abort(),
    hide: () => setFailed(null),
  };
}

function messageOf(error: unknown, texts: BomTexts): string {
  if (error instanceof FileError) return texts.problem[error.problem];
  return (error instanceof LookUpError && error.message) || texts.failed;
}
