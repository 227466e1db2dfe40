import type { RouteModule } from "./module";

export const productLanding: RouteModule = {
  queries: () => [],
  head: () => ({ title: "", description: "" }),
  Component: () => null,
};
