import { countsBlock } from "../content/listing";
import { useQueryClient } from "@tanstack/react-query";
import { categoriesBlock, formsBlock } from "../content/blocks";
import { loadMissing } from "../content/use-content";
import { withPatience } from "../lib/navigation";
import { type Overlay, useOverlays, usePhase } from "../lib/overlays";
import { usePage } from "../lib/page-context";

/** Whether an overlay is open or about to be. */
export function useShown(name: Overlay): boolean {
  const phase = usePhase(name);
  return phase === "opening" || phase === "open";
}

/**
 * Opens and closes the menus. What a menu and the forms behind it need is
 * loaded before it opens; `expect` begins with that when the visitor is about
 * to open it.
 */
export function useMenus(): Record<"expect" | "toggle", (menu: "catalogue" | "mobile") => void> {
  const client = useQueryClient();
  const { language } = usePage();
  const load = (menu: "catalogue" | "mobile") =>
    loadMissing(client, [
      formsBlock(language),
      ...(menu === "catalogue" ? [categoriesBlock(language), countsBlock()] : []),
    ]);
  return {
    expect: (menu) => void load(menu),
    toggle: (menu) => {
      const { stack, show, close } = useOverlays.getState();
      if (stack.some(({ name }) => name === menu)) close(menu);
      else void withPatience(load(menu)).then(() => show(menu));
    },
  };
}
