import { create } from "zustand";
import { attachments } from "../lazy-constants";
import type { AttachedFile } from "./draft";
import { changeDraft, useRequests } from "./drafts";
import type { FormKind } from "./form-kinds";
import { retryDelay } from "../browser/retry-delay";
import { discardUpload, type FileProblem, UploadFailure, uploadFile } from "./upload";

/** Upload is a file that is uploading or has failed. */
export interface Upload {
  number: number;
  file: File;
  /** The sent share, from 0 to 1. */
  share: number;
  problem?: FileProblem | undefined;
  /** The failed attempts since the browser was online the last time. */
  tries: number;
  stop: AbortController;
}

type Uploads = Readonly<Partial<Record<FormKind, readonly Upload[]>>>;

/** useUploads holds the uploads of each form; they continue while the form is closed. */
export const useUploads = create<Uploads>()(() => ({}));

const none: readonly Upload[] = [];

export function uploadsOf(kind: FormKind): (state: Uploads) => readonly Upload[] {
  return (state) => state[kind] ?? none;
}

let last = 0;

/** attach uploads files independently; files beyond the limit fail with "tooMany". */
export function attach(kind: FormKind, files: readonly File[]): void {
  for (const file of files) {
    last += 1;
    const problem = problemBeforeUpload(kind, file);
    const entry: Upload = {
      number: last,
      file,
      share: 0,
      tries: 0,
      stop: new AbortController(),
      problem,
    };
    useUploads.setState((state) => ({ [kind]: [...uploadsOf(kind)(state), entry] }));
    if (!problem) void start(kind, entry);
  }
}

/** problemBeforeUpload checks a file's count and size limits before the upload. */
function problemBeforeUpload(kind: FormKind, { size }: File): FileProblem | undefined {
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
    removeUpload(kind, number);
    // The visitor removed the file during the upload.
    if (stop.signal.aborted) discardUpload(received);
    else changeDraft(kind, { files: [...attachedTo(kind), received] });
  } catch (error) {
    const tries = uploadsOf(kind)(useUploads.getState()).find((each) => each.number === number)?.tries ?? 0;
    change(kind, number, { problem: error instanceof UploadFailure ? error.problem : "failed", tries: tries + 1 });
  }
}

function change(kind: FormKind, number: number, to: Partial<Pick<Upload, "share" | "problem" | "tries">>): void {
  useUploads.setState((state) => ({
    [kind]: uploadsOf(kind)(state).map((each) => (each.number === number ? { ...each, ...to } : each)),
  }));
}

function removeUpload(kind: FormKind, number: number): void {
  useUploads.setState((state) => ({ [kind]: uploadsOf(kind)(state).filter((each) => each.number !== number) }));
}

/** retry uploads a failed file again. */
export function retry(kind: FormKind, entry: Upload): void {
  void start(kind, entry);
}

/** cancelUpload removes a file that is uploading or has failed. */
export function cancelUpload(kind: FormKind, { number, stop }: Upload): void {
  removeUpload(kind, number);
  stop.abort();
}

/** detach removes an attached file from the request. */
export function detach(kind: FormKind, file: AttachedFile): void {
  changeDraft(kind, { files: attachedTo(kind).filter(({ id }) => id !== file.id) });
  discardUpload(file);
}

/** removeUploads removes all files of a form. */
export function removeUploads(kind: FormKind): void {
  for (const entry of uploadsOf(kind)(useUploads.getState())) cancelUpload(kind, entry);
  for (const file of attachedTo(kind)) detach(kind, file);
}

/** Problems of files that cannot be sent; their texts say so, and the request is sent without them. */
const final: ReadonlySet<FileProblem> = new Set(["tooMany", "tooLarge", "empty", "kind"]);

/** hasFailed reports whether an upload failed that could succeed after a retry. */
export function hasFailed({ problem }: Upload): boolean {
  return problem !== undefined && !final.has(problem);
}

/** removeUnsendable removes the files that cannot be sent from a form that is sent. */
export function removeUnsendable(kind: FormKind): void {
  useUploads.setState((state) => ({ [kind]: uploadsOf(kind)(state).filter(hasFailed) }));
}

/** uploadsEnded resolves when no file is uploading; to false if an upload failed that could succeed. */
export function uploadsEnded(kind: FormKind): Promise<boolean> {
  const ended = (state: Uploads) => uploadsOf(kind)(state).every(({ problem }) => problem);
  const succeeded = (state: Uploads) => !uploadsOf(kind)(state).some(hasFailed);
  return new Promise((resolve) => {
    const check = (state: Uploads) => {
      if (!ended(state)) return;
      stop();
      resolve(succeeded(state));
    };
    const stop = useUploads.subscribe(check);
    check(useUploads.getState());
  });
}

/**
 * followConnection retries uploads that failed offline: on the `online` event, and
 * with backoff, because no event reports that the server is reachable again. It
 * returns the cleanup function.
 */
export function followConnection(): () => void {
  const offline = () =>
    Object.entries(useUploads.getState()).flatMap(([kind, uploads]) =>
      uploads.filter(({ problem }) => problem === "offline").map((entry) => ({ kind: kind as FormKind, entry })),
    );
  let timer: number | undefined;
  const retryOffline = () => {
    for (const { kind, entry } of offline()) retry(kind, entry);
  };
  const schedule = () => {
    const tries = offline().map(({ entry }) => entry.tries);
    if (timer !== undefined || tries.length === 0) return;
    const retryLater = () => {
      timer = undefined;
      retryOffline();
    };
    timer = window.setTimeout(retryLater, retryDelay(Math.min(...tries)));
  };
  // The event may come before the server is reachable: the backoff begins anew.
  const online = () => {
    window.clearTimeout(timer);
    timer = undefined;
    const waiting = offline();
    useUploads.setState((state) =>
      Object.fromEntries(
        Object.entries(state).map(([kind, uploads]) => [kind, uploads.map((each) => ({ ...each, tries: 0 }))]),
      ),
    );
    for (const { kind, entry } of waiting) retry(kind, entry);
  };
  const stop = useUploads.subscribe(schedule);
  window.addEventListener("online", online);
  schedule();
  return () => {
    stop();
    window.clearTimeout(timer);
    window.removeEventListener("online", online);
  };
}
