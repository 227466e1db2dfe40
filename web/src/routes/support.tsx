import type { RouteModule } from "./module";

export const support: RouteModule = {
  queries: () => [],
  head: () => ({ title: "", description: "" }),
  Component: () => null,
};
