// What makes the way to the next page short; it comes when there is a page to leave.
export { watchLinks } from "../router/prefetch";
export { followTransitions } from "../router/view-transition";
