// Prefetching and view transitions; loaded once the first page has its code.
import "../ui/view-transition.css";
export { prefetchLinks } from "../router/prefetch";
export { enableViewTransitions } from "../router/view-transition";
