import type { RouteModule } from "./module";

export const contacts: RouteModule = {
  queries: () => [],
  head: () => ({ title: "", description: "" }),
  Component: () => null,
};
