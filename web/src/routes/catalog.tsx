import type { RouteModule } from "./module";

export const catalog: RouteModule = {
  queries: () => [],
  head: () => ({ title: "", description: "" }),
  Component: () => null,
};
