import { textsLanguage } from "../i18n/languages";
import type { DocumentHead } from "./document-head";
import type { PageContext } from "./page-context";

/**
 * Applies a page's language, direction and head to the document, as the server writes
 * them for the first page. The body has the language of the interface texts, if that is
 * another one; texts of the content name their own (WCAG 3.1.2).
 */
export function applyDocumentHead(page: PageContext, { title, description, robots, links }: DocumentHead): void {
  const language = page.languages.find(({ code }) => code === page.language);
  const { documentElement: root, head, body } = document;
  // Setting either, even to the same value, makes the browser recalculate the style of every element.
  const { html = page.language, direction = "ltr" } = language ?? {};
  if (root.lang !== html) root.lang = html;
  if (root.dir !== direction) root.dir = direction;
  const texts = page.languages.find(({ code }) => code === textsLanguage(page.language))?.html;
  if (texts === html) body.removeAttribute("lang");
  else if (texts && body.lang !== texts) body.lang = texts;
  root.dataset.language = page.language;
  document.title = title;
  setMeta("description", description);
  setMeta("robots", robots);
  for (const link of head.querySelectorAll("link[rel=canonical], link[rel=alternate]")) link.remove();
  for (const link of links) head.append(Object.assign(document.createElement("link"), link));
}

/** Sets the content of a meta element; removes the element if the content is empty. */
function setMeta(name: string, content: string): void {
  const { head } = document;
  const meta = head.querySelector(`meta[name=${name}]`);
  if (content === "") return meta?.remove();
  if (meta) return meta.setAttribute("content", content);
  head.append(Object.assign(document.createElement("meta"), { name, content }));
}
