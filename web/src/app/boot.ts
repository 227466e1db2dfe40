// Inline script in the document's head; the Content-Security-Policy allows it by
// its hash. Before the first paint it sets the theme, decides whether the
// preloader shows and whether the home page's drawing is animated, writes the number
// of lines of the stored cart into the header, and queues clicks until hydration;
// after the first paint it loads the application. The
// build inlines the constants (vite.config.ts): an inline script has no imports.

declare const bootConstants: {
  cart: string;
  colourMode: string;
  preloaderSeen: string;
  heroSeen: string;
  typed: string;
  consent: string;
  languageKey: string;
  languageCookie: string;
  languageMaxAge: number;
  preloader: number;
  firstPress: number;
};

(({ documentElement: root }: Document) => {
  // The same rule as resolveTheme (browser/theme.ts) with the mobile menu closed.
  let mode: string | null = null;
  try {
    mode = localStorage.getItem(bootConstants.colourMode);
  } catch {
    // Storage is blocked: the device's preference decides.
  }
  if (mode !== "light" && mode !== "dark") mode = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = root.dataset.pageTheme ?? mode;
  root.dataset.theme = theme;
  const themeColour = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
  if (themeColour) themeColour.content = themeColour.dataset[theme] ?? themeColour.content;

  // The header is parsed later, and changed before it is painted. The cart's store begins with the same number (cart/store.ts).
  try {
    const { items, updated } = JSON.parse(localStorage.getItem(bootConstants.cart) ?? "") as {
      items: unknown[];
      updated: number;
    };
    const expires = updated + Number(root.dataset.cartHours) * 3_600_000;
    if (items.length > 0 && Date.now() <= expires) {
      const lines = (root.dataset.cartLines = String(items.length));
      new MutationObserver((_, observer) => {
        const button = document.querySelector(".hd-cart + *")?.previousElementSibling; // with its text
        const count = button?.querySelector("b");
        if (!button || !count) return;
        observer.disconnect();
        button.classList.add("is-filled");
        button.ariaLabel = button.ariaLabel?.replace("(0)", `(${lines})`) ?? null;
        count.textContent = lines;
      }).observe(root, { childList: true, subtree: true });
    }
  } catch {
    // No cart, storage is blocked, or the cart is compressed: the count shows when the cart is loaded.
  }

  // The application's modules are requested after the first paint. Not every
  // browser reports paints and a hidden tab has none, so the load event is the
  // fallback: after its next frame, or at once in a hidden tab.
  let requested = false;
  // If a module fails to load, the page works as without scripts and a notice shows (shell/unavailable-notice.tsx).
  const onerror = () => {
    root.dataset.live = "never";
    root.dataset.unavailable = "";
    dispatchEvent(new Event("hydrated"));
  };
  const requestModules = () => {
    if (requested) return;
    requested = true;
    const files = document.querySelector("script#ferrule-files")?.textContent;
    if (!files) return;
    const { styles, modules } = JSON.parse(files) as { styles: string; modules: string[] };
    // The document has the styles of its own markup; the others come with this sheet.
    document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: styles }));
    const [entry, ...imported] = modules;
    // One script element per module, so that each is evaluated in its own task.
    for (const src of [...imported, entry]) {
      if (src) document.head.append(Object.assign(document.createElement("script"), { type: "module", src, onerror }));
    }
  };
  addEventListener("load", () =>
    document.hidden ? requestModules() : requestAnimationFrame(() => setTimeout(requestModules)),
  );
  addEventListener("DOMContentLoaded", () => {
    new PerformanceObserver(requestModules).observe({ type: "paint", buffered: true });
  });

  // The cookie banner shows while there is no decision (shell/cookie-consent.ts has
  // the same rule); its height is added to the page's lower edge.
  const decided = new RegExp(`(^|; )${bootConstants.consent}=(accepted|declined)(;|$)`);
  root.toggleAttribute("data-undecided", !decided.test(document.cookie));
  addEventListener("DOMContentLoaded", () => {
    const banner = document.querySelector<HTMLElement>(".ck");
    const lift = () => root.style.setProperty("--banner", `${banner?.offsetHeight}px`);
    if (banner) new ResizeObserver(lift).observe(banner);
  });

  // Queues the clicks on buttons until their part (page: data-live, footer:
  // data-footer, banner: data-banner, header: data-hydrated) has hydrated, then replays them in their
  // order; until then the buttons are busy. A quantity's step button acts at once;
  // behind another click every step is queued. A submit button that waits longer than
  // firstPress ms submits its form natively. A checkbox changes at once; the change is
  // repeated after hydration so that React's handlers see it.
  let queue: HTMLElement[] = [];
  const checked = new Set<HTMLInputElement>();
  const isStep = (element: Element) => element.closest(".qty") !== null;
  const type = (field: HTMLInputElement, value: string) => {
    field.value = value;
    if (field.ariaValueNow) field.ariaValueNow = value;
  };
  /** Changes a quantity by its step button, if the field contains a plain number; React takes it over when it hydrates. */
  const step = (button: Element) => {
    const field = button.parentElement?.querySelector("input");
    if (!field || !/^\d{1,5}$/.test(field.value)) return false;
    type(field, String(Math.max(1, Number(field.value) + (button.nextElementSibling ? -1 : 1))));
    return true;
  };
  const partsOf = (element: Element) => {
    if (element.closest("main")) return ["live"];
    // The footer reopens the banner, whose queued answers come first.
    if (element.closest(".ft")) return ["footer", "banner"];
    return element.closest(".ck") ? ["banner"] : ["hydrated"];
  };
  const isLive = (element: Element) =>
    root.dataset.live === "never" || partsOf(element).every((part) => root.dataset[part] !== undefined);
  let replaying = false;
  const replay = async () => {
    if (replaying) return;
    replaying = true;
    for (let element = queue.find(isLive); element; element = queue.find(isLive)) {
      queue.splice(queue.indexOf(element), 1);
      element.ariaBusy = null;
      element.click();
      await Promise.resolve(); // lets React render the step before the next click
    }
    replaying = false;
    if (queue.length === 0) delete root.dataset.pressed;
  };
  addEventListener(
    "click",
    (event) => {
      const element = (event.target as Element).closest<HTMLElement>("button, [type=checkbox]");
      if (!element || isLive(element)) return;
      // Either answer closes the banner.
      if (element.closest(".ck-act")) root.removeAttribute("data-undecided");
      root.dataset.early = "";
      if (element instanceof HTMLInputElement) {
        checked.add(element);
        return;
      }
      event.preventDefault();
      // Not immediately: firstInteraction listens on the window, too, and assistive technology sends no other event.
      event.stopPropagation();
      if (isStep(element) && queue.length === 0 && step(element)) return;
      root.dataset.pressed = "";
      // Pressed again while it waits, a button acts once.
      if (!isStep(element)) queue = queue.filter((former) => former !== element);
      element.ariaBusy = "true";
      queue.push(element);
      if (!(element instanceof HTMLButtonElement) || element.type !== "submit") return;
      setTimeout(() => {
        if (!queue.includes(element)) return;
        root.dataset.live = "never";
        queue = [element]; // submitting loads another document
        void replay();
      }, bootConstants.firstPress);
    },
    true,
  );
  // What is entered without the focus, as by assistive technology, hydrates the page as well.
  addEventListener(
    "input",
    () => {
      root.dataset.early = "";
    },
    true,
  );
  // A reload restores quantities, words to search and filters, which browsers do not restore
  // because autocomplete is off; React takes them over when it hydrates.
  const fields = () => [...document.querySelectorAll<HTMLInputElement>("main input[autocomplete=off]")];
  // Sizes in several materials have the same label; the link of their row differs.
  const nameOf = (field: HTMLInputElement) =>
    `${field.ariaLabel ?? field.name} ${field.closest("tr")?.querySelector("a")?.href}`;
  const page = () => location.pathname + location.search;
  addEventListener("visibilitychange", () => {
    if (!document.hidden) return;
    const values = Object.fromEntries(fields().map((field) => [nameOf(field), field.value]));
    try {
      sessionStorage.setItem(bootConstants.typed, JSON.stringify([page(), values]));
    } catch {
      // Storage is blocked or full: a reload forgets the values.
    }
  });
  addEventListener("DOMContentLoaded", () => {
    try {
      const stored = sessionStorage.getItem(bootConstants.typed) ?? "";
      const [at, values] = JSON.parse(stored) as [string, Record<string, string | undefined>];
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      if (navigation?.type !== "reload" || at !== page()) return;
      for (const field of fields()) {
        const value = values[nameOf(field)];
        if (value === undefined || value === field.value) continue;
        type(field, value);
        root.dataset.early = "";
      }
    } catch {
      // Nothing was typed, or storage is blocked.
    }
  });
  // A language that is chosen before the application follows the links to them (language/choice.ts) is stored as well.
  addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a.lang-a");
    if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${bootConstants.languageCookie}=${link.hreflang}; Path=/; Max-Age=${bootConstants.languageMaxAge}; SameSite=Lax${secure}`;
    try {
      localStorage.setItem(bootConstants.languageKey, link.hreflang);
    } catch {
      // Storage is blocked: the cookie suffices.
    }
  });
  addEventListener("hydrated", () => {
    for (const box of checked) {
      if (!isLive(box)) continue;
      checked.delete(box);
      box.checked = !box.checked;
      box.click();
    }
    void replay();
  });

  // The preloader shows once per session; never if session storage is blocked.
  let show = false;
  try {
    const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!reduced && !sessionStorage.getItem(bootConstants.heroSeen)) root.dataset.hero = "play";
    show = !reduced && !sessionStorage.getItem(bootConstants.preloaderSeen);
    sessionStorage.setItem(bootConstants.preloaderSeen, "1");
  } catch {
    // See above.
  }
  // The fonts are preloaded except on a first load, where they would compete with the document
  // and the picture of the first window.
  for (const href of show ? [] : (root.dataset.fonts?.split(" ") ?? [])) {
    const link = document.createElement("link");
    document.head.append(
      Object.assign(link, { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href }),
    );
  }
  const loaded = () => {
    root.dataset.contentLoaded = "";
    dispatchEvent(new Event("contentLoaded"));
  };
  if (!show) return loaded();
  root.dataset.preloader = "";
  const events = ["keydown", "pointerdown", "click", "wheel", "touchmove", "scroll"];
  let timer = 0;
  const end = () => {
    clearTimeout(timer);
    for (const name of events) removeEventListener(name, end, true);
    delete root.dataset.preloader;
    loaded();
  };
  for (const name of events) addEventListener(name, end, { capture: true, passive: true });
  // Two seconds from the first frame, with which the animation begins; a hidden tab has no frames.
  const start = () => {
    timer = window.setTimeout(end, bootConstants.preloader);
  };
  if (document.hidden) start();
  else requestAnimationFrame(start);
})(document);
