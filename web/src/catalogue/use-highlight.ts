import { type RefObject, useEffect } from "react";

/**
 * useHighlight connects the letters of drawings with the columns of tables: while
 * one with `data-k` is hovered or focused, all elements with the same key have
 * `data-hi`. A cell has the key of its table's `col`. A press on a letter scrolls
 * its column into view.
 */
export function useHighlight(root: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const mark = (key: string | undefined) => {
      for (const marked of element.querySelectorAll("[data-hi]")) marked.removeAttribute("data-hi");
      if (!key) return;
      for (const own of element.querySelectorAll(`[data-k~="${CSS.escape(key)}"]`)) own.setAttribute("data-hi", "");
    };
    const focused = () => {
      const active = document.activeElement;
      return active && element.contains(active) ? keyOf(active) : undefined;
    };
    const over = ({ target }: Event) => mark(keyOf(target as Element) ?? focused());
    const leave = () => mark(focused());
    const show = (event: MouseEvent | KeyboardEvent) => {
      const letter = (event.target as Element).closest<SVGElement>("[data-s]");
      if (!letter || (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ")) return;
      event.preventDefault();
      element
        .querySelector(`th[data-k="${CSS.escape(letter.dataset.k ?? "")}"]`)
        ?.scrollIntoView({ block: "nearest", inline: "center" });
    };
    element.addEventListener("click", show);
    element.addEventListener("keydown", show);
    element.addEventListener("pointerover", over);
    element.addEventListener("pointerleave", leave);
    element.addEventListener("focusin", over);
    element.addEventListener("focusout", leave);
    return () => {
      element.removeEventListener("click", show);
      element.removeEventListener("keydown", show);
      element.removeEventListener("pointerover", over);
      element.removeEventListener("pointerleave", leave);
      element.removeEventListener("focusin", over);
      element.removeEventListener("focusout", leave);
    };
  }, [root]);
}

function keyOf(target: Element): string | undefined {
  const own = target.closest<SVGElement | HTMLElement>("[data-k]")?.dataset.k;
  if (own) return own.split(" ")[0];
  const cell = target.closest("td");
  const columns = cell?.closest("table")?.querySelectorAll("col");
  return cell ? columns?.[cell.cellIndex]?.dataset.k : undefined;
}
