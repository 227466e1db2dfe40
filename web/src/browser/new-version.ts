// A newer build of the site is taken at the next navigation: that one loads its
// document, instead of mixing two builds in one page.

let outdated = false;

/** Whether the next navigation has to load a document. */
export function isOutdated(): boolean {
  return outdated;
}

/**
 * Asks for the latest build every `interval` ms, only while the page is
 * visible; what fell due in the meantime is made up for when it is shown again.
 * Returns what ends it.
 */
export function watchVersion(own: string, interval: number): () => void {
  let overdue = false;
  let timer = window.setTimeout(look, interval);

  async function look(): Promise<void> {
    overdue = document.hidden;
    if (overdue) return;
    outdated = await isNewerThere(own);
    if (!outdated) timer = window.setTimeout(look, interval);
  }

  const shown = () => {
    if (overdue) void look();
  };
  document.addEventListener("visibilitychange", shown);
  return () => {
    window.clearTimeout(timer);
    document.removeEventListener("visibilitychange", shown);
    outdated = false;
  };
}

/**
 * Whether the latest build is not our own. It counts once the rules of its
 * routes can be read: behind a load balancer not every server has it at once.
 */
async function isNewerThere(own: string): Promise<boolean> {
  const latest = await readJson<{ id: string }>(`/builds/latest.json?${Date.now()}`);
  if (!latest || latest.id === own) return false;
  const meta = await readJson<{ id: string; matcher: object }>(`/builds/meta/${encodeURIComponent(latest.id)}.json`);
  return meta?.id === latest.id && typeof meta.matcher === "object";
}

/** A failure means that nothing is known now; the next look may find it. */
async function readJson<T>(address: string): Promise<T | undefined> {
  try {
    const response = await fetch(address, { headers: { Accept: "application/json" } });
    return response.ok ? ((await response.json()) as T) : undefined;
  } catch {
    return undefined;
  }
}
