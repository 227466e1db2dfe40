import { savesData } from "./connection";
import { whenIdle } from "./when-idle";

/**
 * fetchPageModules fetches the modules of the first page and of its controls when
 * the browser is idle, so that the first interaction need not wait for them. They
 * are evaluated on that interaction. Does nothing with data saver.
 */
export function fetchPageModules(): void {
  const files = document.querySelector("script#ferrule-page")?.textContent;
  if (!files || savesData()) return;
  whenIdle(() => {
    for (const href of JSON.parse(files) as string[]) {
      const link = Object.assign(document.createElement("link"), { rel: "modulepreload", href, fetchPriority: "low" });
      document.head.append(link);
    }
  });
}
