import { lazyModule } from "../browser/lazy-module";

export type CartActions = typeof import("./actions");

/** What changes the cart. With it comes what the browser keeps of one. */
export const cartActions = lazyModule(async () => {
  const actions = await import("./actions");
  actions.followCart();
  return actions;
});
