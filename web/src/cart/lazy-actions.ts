import { lazyModule } from "../browser/lazy-module";

export type CartActions = typeof import("./actions");

/** The actions that change the cart. Loading them also loads the stored cart and follows other tabs. */
export const cartActions = lazyModule(async () => {
  const actions = await import("./actions");
  actions.followCart();
  return actions;
});
