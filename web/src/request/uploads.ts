import { create } from "zustand";
import { attachments } from "../lazy-constants";
import type { AttachedFile } from "./draft";
import { changeDraft, useRequests } from "./drafts";
import type { FormKind } from "./payload";
import { discardUpload, type FileProblem, UploadFailure, uploadFile } from "./upload";

/** A file on its way, or one that did not arrive. */
export interface Upload {
  number: number;
  file: File;
  /** The share that has left, 0 to 1. */
  share: number;
  problem?: FileProblem | undefined;
  stop: AbortController;
}

type Uploads = Readonly<Partial<Record<FormKind, readonly Upload[]>>>;

/** The files on their way, of each form; they go on while the form is closed. */
export const useUploads = create<Uploads>()(() => ({}));

const none: readonly Upload[] = [];

export function uploadsOf(kind: FormKind): (state: Uploads) => readonly Upload[] {
  return (state) => state[kind] ?? none;
}

let last = 0;

/** Sends files ahead, each on its own; the first that are too many are told so. */
export function attach(kind: FormKind, files: readonly File[]): void {
  for (const file of files) {
    last += 1;
    const problem = refusal(kind, file);
    const entry: Upload = {
      number: last,
      file,
      share: 0,
      stop: new AbortController(),
      problem,
    };
    useUploads.setState((state) => ({ [kind]: [...uploadsOf(kind)(state), entry] }));
    if (!problem) void start(kind, entry);
  }
}

/** What can be said of a file before it is sent. */
function refusal(kind: FormKind, { size }: File): FileProblem | undefined {
  const counted = uploadsOf(kind)(useUploads.getState()).filter(({ problem }) => !problem || problem === "offline");
  if (attachedTo(kind).length + counted.length >= attachments.count) return "tooMany";
  if (size > attachments.size) return "tooLarge";
  if (size === 0) return "empty";
  return undefined;
}

function attachedTo(kind: FormKind): readonly AttachedFile[] {
  return useRequests.getState().drafts[kind]?.files ?? [];
}

async function start(kind: FormKind, { number, file, stop }: Upload): Promise<void> {
  change(kind, number, { share: 0, problem: undefined });
  try {
    const received = await uploadFile(file, (share) => change(kind, number, { share }), stop.signal);
    leave(kind, number);
    // Whoever has removed it meanwhile does not want it.
    if (stop.signal.aborted) discardUpload(received);
    else changeDraft(kind, { files: [...attachedTo(kind), received] });
  } catch (error) {
    change(kind, number, { problem: error instanceof UploadFailure ? error.problem : "failed" });
  }
}

function change(kind: FormKind, number: number, to: Partial<Pick<Upload, "share" | "problem">>): void {
  useUploads.setState((state) => ({
    [kind]: uploadsOf(kind)(state).map((each) => (each.number === number ? { ...each, ...to } : each)),
  }));
}

function leave(kind: FormKind, number: number): void {
  useUploads.setState((state) => ({ [kind]: uploadsOf(kind)(state).filter((each) => each.number !== number) }));
}

/** Sends a file again that did not arrive. */
export function retry(kind: FormKind, entry: Upload): void {
  void start(kind, entry);
}

/** Takes a file off the list that is on its way or did not arrive. */
export function giveUp(kind: FormKind, { number, stop }: Upload): void {
  leave(kind, number);
  stop.abort();
}

/** Takes a file off the request. */
export function detach(kind: FormKind, file: AttachedFile): void {
  changeDraft(kind, { files: attachedTo(kind).filter(({ id }) => id !== file.id) });
  discardUpload(file);
}

/** Resolves when no file is on its way any more; false if some did not arrive. */
export function uploadsEnded(kind: FormKind): Promise<boolean> {
  const ended = (state: Uploads) => uploadsOf(kind)(state).every(({ problem }) => problem);
  const arrived = (state: Uploads) => uploadsOf(kind)(state).length === 0;
  return new Promise((resolve) => {
    const look = (state: Uploads) => {
      if (!ended(state)) return;
      stop();
      resolve(arrived(state));
    };
    const stop = useUploads.subscribe(look);
    look(useUploads.getState());
  });
}

/** Files that found no connection leave when there is one again; returns what ends that. */
export function followConnection(): () => void {
  const again = () => {
    for (const [kind, uploads] of Object.entries(useUploads.getState())) {
      for (const each of uploads) if (each.problem === "offline") retry(kind as FormKind, each);
    }
  };
  window.addEventListener("online", again);
  return () => window.removeEventListener("online", again);
}
