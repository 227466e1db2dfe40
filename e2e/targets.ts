import type { Page } from "@playwright/test";

/**
 * Returns the touch targets that are too small. At 390 px a target must measure
 * at least 44 x 44 px. Exempt are targets of at least 24 x 24 px around whose
 * centre a circle of 44 px touches no other target, and targets of at least
 * 24 px within a sentence.
 */
export async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const covering = document.querySelector("dialog[open], [role='dialog']") ?? document;
    /** Reports whether a table that scrolls in itself clips an element, which is then where other targets are. */
    const isClipped = (element: Element) => {
      const bottom = element.closest(".dtable-w")?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
      return element.getBoundingClientRect().top >= bottom;
    };
    const targets = [
      ...covering.querySelectorAll<HTMLElement>("a[href], button, summary, input, textarea, select, [tabindex='0']"),
    ]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]"))
      .filter((element) => !isClipped(element))
      // The letters of a drawing only mark what the heads of its table mark as well (WCAG 2.5.8, equivalent).
      .filter((element) => !element.closest("svg"))
      // Visible only to screen readers until it has the focus.
      .filter((element) => !element.matches(".vh, .skip, .vh *, [role=dialog] > .panel-x"))
      .map((element) => {
        // The target of a checkbox or radio button is its whole label.
        const hit = element.matches("input[type='checkbox'], input[type='radio']")
          ? (element.closest("label") ?? element)
          : element;
        const { left, top, width, height } = hit.getBoundingClientRect();
        return { element, hit, left, top, width, height, x: left + width / 2, y: top + height / 2 };
      })
      .filter(({ width, height }) => width > 0 && height > 0);

    const inSentence = (element: HTMLElement) =>
      getComputedStyle(element).display.startsWith("inline") &&
      (element.closest("p, li, label")?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0);

    return targets
      .filter(({ width, height }) => width < 44 || height < 44)
      .filter((target) => {
        if (target.width < 24 || target.height < 24) return true;
        if (inSentence(target.element)) return false;
        return targets.some((other) => {
          if (other.hit === target.hit || other.hit.contains(target.hit) || target.hit.contains(other.hit))
            return false;
          const dx = Math.max(other.left - target.x, 0, target.x - (other.left + other.width));
          const dy = Math.max(other.top - target.y, 0, target.y - (other.top + other.height));
          return Math.hypot(dx, dy) < 22;
        });
      })
      .map(
        ({ element, width, height }) =>
          `${element.nodeName} ${element.className} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 30)}" ${width.toFixed(1)} x ${height.toFixed(1)}`,
      );
  });
}
