/** Names as a User-Agent has them, and as people say them; the first that is found counts. */
const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;
const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/** The browser and the system of a User-Agent, "" where it names none that is known. */
export function agentOf(agent: string): { browser: string; system: string } {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([part]) => agent.includes(part))?.[1] ?? "";
  return { browser: find(browsers), system: find(systems) };
}
