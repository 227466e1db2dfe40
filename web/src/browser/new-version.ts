/**
 * Checks for a newer build than `own` every `interval` ms while the page is
 * visible; a check that is due while it is hidden runs when it is shown again.
 * Calls `found` once there is one. Returns the function that stops it.
 */
export function watchVersion(own: string, interval: number, found: () => void): () => void {
  let overdue = false;
  let timer = window.setTimeout(check, interval);

  async function check(): Promise<void> {
    overdue = document.hidden;
    if (overdue) return;
    if (await isNewerAvailable(own)) found();
    else timer = window.setTimeout(check, interval);
  }

  const shown = () => {
    if (overdue) void check();
  };
  document.addEventListener("visibilitychange", shown);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener("visibilitychange", shown);
  };
}

/**
 * Reports whether the latest build is another than `own`. It counts only once its
 * route rules can be read: behind a load balancer not every server has it at the
 * same time.
 */
async function isNewerAvailable(own: string): Promise<boolean> {
  const latest = await readJson<{ id: string }>(`/builds/latest.json?${Date.now()}`);
  if (!latest || latest.id === own) return false;
  const meta = await readJson<{ id: string; matcher: object }>(`/builds/meta/${encodeURIComponent(latest.id)}.json`);
  return meta?.id === latest.id && typeof meta.matcher === "object";
}

/** Reads JSON from an address; undefined on any failure, since the next check tries again. */
async function readJson<T>(address: string): Promise<T | undefined> {
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}
