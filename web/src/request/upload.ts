import type { AttachedFile } from "./draft";

/** FileProblem is the reason why a file is not attached; its texts are in file-texts.ts. */
export type FileProblem = "tooMany" | "tooLarge" | "empty" | "kind" | "busy" | "slow" | "offline" | "failed";

export class UploadFailure extends Error {
  readonly problem: FileProblem;

  constructor(problem: FileProblem) {
    super(`upload file: ${problem}`);
    this.problem = problem;
  }
}

/**
 * uploadFile uploads a file before its request is sent. `progress` receives the sent
 * share, from 0 to 1. It rejects with an UploadFailure. It uses XMLHttpRequest
 * because fetch reports no upload progress.
 */
export function uploadFile(file: File, progress: (share: number) => void, stop: AbortSignal): Promise<AttachedFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const fail = (problem: FileProblem) => reject(new UploadFailure(problem));
    request.upload.addEventListener("progress", ({ loaded, total }) => progress(total > 0 ? loaded / total : 0));
    request.addEventListener("error", () => fail("offline"));
    request.addEventListener("abort", () => fail("failed"));
    request.addEventListener("load", () => {
      const received = request.status < 300 ? readReceived(request.responseText) : null;
      if (received) resolve(received);
      else fail(problemOf(request.status));
    });
    stop.addEventListener("abort", () => request.abort());
    request.open("POST", "/api/request-files");
    request.setRequestHeader("Accept", "application/json");
    const body = new FormData();
    body.append("file", file);
    request.send(body);
  });
}

/** discardUpload deletes an uploaded file. Errors are ignored: the server deletes unused files later. */
export function discardUpload({ id }: AttachedFile): void {
  fetch(`/api/request-files/${encodeURIComponent(id)}`, { method: "DELETE", keepalive: true }).catch(() => undefined);
}

function readReceived(text: string): AttachedFile | null {
  try {
    const { data } = JSON.parse(text) as { data?: Partial<AttachedFile> };
    return data?.id ? { id: data.id, name: data.name ?? "", size: data.size ?? 0 } : null;
  } catch {
    return null;
  }
}

function problemOf(status: number): FileProblem {
  if (status === 408) return "slow";
  if (status === 413) return "tooLarge";
  if (status === 415) return "kind";
  if (status === 422) return "empty";
  if (status === 429) return "busy";
  return "failed";
}
