import type { DocumentHead } from "./document-head";
import type { PageContext } from "./page-context";

/** Brings the document's language and head into line with the page, as the server writes them for a first one. */
export function applyDocumentHead(page: PageContext, { title, description, robots, links }: DocumentHead): void {
  const language = page.languages.find(({ code }) => code === page.language);
  const { documentElement: root, head } = document;
  // Set anew, even to what it is, either has the browser style every element again.
  const { html = page.language, direction = "ltr" } = language ?? {};
  if (root.lang !== html) root.lang = html;
  if (root.dir !== direction) root.dir = direction;
  root.dataset.language = page.language;
  document.title = title;
  setMeta("description", description);
  setMeta("robots", robots);
  for (const link of head.querySelectorAll("link[rel=canonical], link[rel=alternate]")) link.remove();
  for (const link of links) head.append(Object.assign(document.createElement("link"), link));
}

/** Sets what a meta element says; without content there is none. */
function setMeta(name: string, content: string): void {
  const { head } = document;
  const meta = head.querySelector(`meta[name=${name}]`);
  if (content === "") return meta?.remove();
  if (meta) return meta.setAttribute("content", content);
  head.append(Object.assign(document.createElement("meta"), { name, content }));
}
