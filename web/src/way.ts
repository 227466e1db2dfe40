// What makes the way to the next page short; it comes when there is a page to leave.
export { watchLinks } from "./lib/prefetch";
export { followTransitions } from "./lib/view-transition";
