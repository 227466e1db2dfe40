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

/** Opens or closes a menu; what it and the forms behind it need is loaded before it opens. */
export function useMenuToggle(): (menu: "catalogue" | "mobile") => void {
  const client = useQueryClient();
  const { language } = usePage();
  return (menu) => {
    const { stack, show, close } = useOverlays.getState();
    if (stack.some(({ name }) => name === menu)) {
      close(menu);
      return;
    }
    const needed = [formsBlock(language), ...(menu === "catalogue" ? [categoriesBlock(language)] : [])];
    void withPatience(loadMissing(client, needed)).then(() => show(menu));
  };
}
