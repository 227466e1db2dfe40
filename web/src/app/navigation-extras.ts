// What serves the next pages; loaded once the first page has its code.
import "../ui/view-transition.css";
import "../ui/block-state.css";
export { watchVersion } from "../browser/new-version";
export { prefetchLinks } from "../router/prefetch";
export { enableViewTransitions } from "../router/view-transition";
