// Prefetching and view transitions; loaded once the first page has its code.
export { prefetchLinks } from "../router/prefetch";
export { enableViewTransitions } from "../router/view-transition";
