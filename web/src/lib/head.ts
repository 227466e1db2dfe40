import { addressIn } from "./languages";
import type { PageContext } from "./page-context";

/** Brings the document's language, title and links into line with the page, as the server writes them for a first one. */
export function applyHead(page: PageContext, { title, description }: { title: string; description: string }): void {
  const language = page.languages.find(({ code }) => code === page.language);
  const { documentElement: root, head } = document;
  root.lang = language?.html ?? page.language;
  root.dir = language?.direction ?? "ltr";
  root.dataset.language = page.language;
  document.title = title;
  head.querySelector("meta[name=description]")?.setAttribute("content", description);
  for (const link of head.querySelectorAll<HTMLLinkElement>("link[rel=canonical], link[rel=alternate][hreflang]")) {
    const code = link.hreflang || page.language;
    const prefix = page.languages.find((each) => each.code === code)?.prefix ?? "";
    link.href = new URL(addressIn(prefix, page), link.href).href;
  }
}
