// Buys by keyboard alone, in German, as docs/accessibility.md describes it: the
// test presses the keys of the document's tables and compares what has the focus,
// by role, name and state in the browser's accessibility tree, and what live
// regions announce.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CDPSession, Page } from "@playwright/test";
import { expect, hydrated, test } from "./fixtures";
import { declineCookies } from "./states";

interface Step {
  keys: string;
  /** The element that has the focus afterwards. */
  focus: string;
  /** What live regions announce; the last text while a text is typed. */
  announced: string;
}

/** Returns the rows of the tables whose first column is "key". */
function readSteps(): Step[] {
  const text = readFileSync(fileURLToPath(new URL("../docs/accessibility.md", import.meta.url)), "utf8");
  const tables = text.split("\n\n").filter((block) => block.startsWith("| key |"));
  return tables.flatMap((table) =>
    table
      .trim()
      .split("\n")
      .slice(2)
      .map((row) => {
        const [keys = "", focus = "", announced = ""] = row
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim());
        return { keys, focus, announced };
      }),
  );
}

/** Records what live regions announce. A screen reader announces an alert that is inserted, and changes of a status. */
function recordAnnouncements(): void {
  const announced: string[] = [];
  Object.assign(window, { announced });
  const live = "[role=status], [role=alert], [aria-live]";
  const isReachable = (region: Element): region is HTMLElement =>
    region instanceof HTMLElement &&
    region.checkVisibility() &&
    !region.closest("[inert]") &&
    (document.querySelector(":modal") ?? document).contains(region);
  new MutationObserver((records) => {
    const inserted = new Set<Element>();
    const changed = new Set<Element>();
    for (const { target, addedNodes } of records) {
      const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
      if (region) changed.add(region);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const each of [node, ...node.querySelectorAll("*")]) if (each.matches(live)) inserted.add(each);
      }
    }
    for (const region of new Set([...inserted, ...changed])) {
      if (!isReachable(region) || (inserted.has(region) && !region.matches("[role=alert]"))) continue;
      const text = region.innerText
        .replace(/\u00ad/g, "")
        .replace(/\s+/g, " ")
        .trim();
      if (text !== "" && announced.at(-1) !== text) announced.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Returns what was announced since the last call. */
async function takeAnnouncements(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { announced: string[] }).announced.splice(0));
}

interface TreeNode {
  nodeId: string;
  backendDOMNodeId?: number;
  role?: { value: string };
  name?: { value: string };
  description?: { value: string };
  value?: { value: string };
  properties?: { name: string; value: { value?: unknown; relatedNodes?: { backendDOMNodeId: number }[] } }[];
}

/** Returns role, name, value, states and description of the focused element. */
async function focused(page: Page, session: CDPSession): Promise<string> {
  const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { nodes: TreeNode[] };
  const property = (node: TreeNode, name: string) => node.properties?.find((each) => each.name === name)?.value;
  const node = nodes.findLast(
    (each) => property(each, "focused")?.value === true && each.role?.value !== "RootWebArea",
  );
  if (!node) return "nothing";
  const named = ({ role, name }: TreeNode) => `${role?.value} "${name?.value ?? ""}"`;
  const parts = [named(node)];
  if (node.value) parts.push(`= ${node.value.value}`);
  const states = [
    property(node, "expanded")?.value === true && "expanded",
    property(node, "expanded")?.value === false && "collapsed",
    property(node, "checked")?.value === "true" && "checked",
    property(node, "invalid")?.value === "true" && "invalid",
  ].filter(Boolean);
  if (await page.evaluate(() => document.activeElement?.ariaCurrent)) states.push("current");
  if (states.length > 0) parts.push(`(${states.join(", ")})`);
  if (node.description?.value) parts.push(`– ${node.description.value}`);
  const active = property(node, "activedescendant")?.relatedNodes?.[0]?.backendDOMNodeId;
  const option = nodes.find(({ backendDOMNodeId }) => active !== undefined && backendDOMNodeId === active);
  if (option) parts.push(`→ ${named(option)}`);
  return parts
    .join(" ")
    .replace(/\u00ad/g, "")
    .replace(/\s+/g, " ")
    .replace(/F-[A-Z0-9]{3}-[A-Z0-9]{3}/, "F-…");
}

/** Presses the keys of a step: a key, one that is repeated until the focus is as described ("Tab …"), or a text. */
async function press(page: Page, { keys, focus }: Step, session: CDPSession): Promise<void> {
  const typed = /^"(.*)"$/.exec(keys)?.[1];
  if (typed !== undefined) return page.keyboard.type(typed);
  const [key = "", repeated] = keys.replaceAll("`", "").split(" ");
  await page.keyboard.press(key);
  if (repeated)
    for (let more = 0; more < 80 && (await focused(page, session)) !== focus; more++) await page.keyboard.press(key);
}

test.use({ reducedMotion: "reduce", viewport: { width: 1280, height: 900 } });

test("buying by keyboard alone is as docs/accessibility.md describes it", async ({ page, context, baseURL }) => {
  test.slow();
  await declineCookies(context, baseURL);
  await page.addInitScript(recordAnnouncements);
  await page.goto("/de");
  await hydrated(page);
  const session = await context.newCDPSession(page);
  await session.send("Accessibility.enable");
  const steps = readSteps();
  expect(steps.length).toBeGreaterThan(40);
  for (const step of steps) {
    await press(page, step, session);
    const name = `${step.keys} → ${step.focus}`;
    await expect.poll(() => focused(page, session), name).toBe(step.focus);
    let announced: string[] = [];
    await expect
      .poll(async () => {
        announced = [...announced, ...(await takeAnnouncements(page))];
        return step.keys.startsWith('"') ? announced.slice(-1).join() : announced.join(" / ");
      }, `${name}: announced`)
      .toBe(step.announced);
  }
});
