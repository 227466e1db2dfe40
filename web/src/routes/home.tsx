import type { RouteModule } from "./module";

export const home: RouteModule = {
  queries: () => [],
  head: () => ({ title: "", description: "" }),
  Component: () => null,
};
