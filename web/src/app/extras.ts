import { followPreloader } from "../browser/content-loaded";
import { watchVersion } from "../browser/new-version";
import { followViewport } from "../browser/viewport";
import { prefetchLinks } from "../router/prefetch";
import { enableViewTransitions } from "../router/view-transition";
import "../ui/block-state.css";
import "../ui/view-transition.css";

/**
 * startExtras starts what no page needs to be hydrated. `prefetchPage` loads the code
 * and content of an address; `outdated` is called once a newer build is available.
 */
export function startExtras(prefetchPage: (url: URL) => Promise<unknown>, outdated: () => void): void {
  followPreloader();
  followViewport();
  prefetchLinks((url) => prefetchPage(url).catch(() => undefined));
  enableViewTransitions();
  // The document names its own build and the interval of the checks, in ms.
  const { build, buildCheck } = document.documentElement.dataset;
  if (build && buildCheck) watchVersion(build, Number(buildCheck), outdated);
}
