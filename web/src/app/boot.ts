// Runs in the document's head, before the first paint; the
// Content-Security-Policy allows it by its hash. It does what would flash or
// come too late in the application: the theme, the preloader, and whether the
// home page's drawing will still put itself together in this session; then it
// asks for the application. The build puts the constants in (vite.config.ts),
// since a script in the document imports nothing.

declare const bootConstants: {
  colourMode: string;
  preloaderSeen: string;
  heroSeen: string;
  preloader: number;
  firstPress: number;
};

(({ documentElement: root }: Document) => {
  // As resolveTheme (browser/theme.ts), with no menu open.
  let mode: string | null = null;
  try {
    mode = localStorage.getItem(bootConstants.colourMode);
  } catch {
    // Storage is forbidden: the device decides.
  }
  if (mode !== "light" && mode !== "dark") mode = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const theme = root.dataset.pageTheme ?? mode;
  root.dataset.theme = theme;
  const frame = document.querySelector<HTMLMetaElement>("meta[name=theme-color]");
  if (frame) frame.content = frame.dataset[theme] ?? frame.content;

  // The application's modules are asked for after the first paint. Not every
  // browser tells of every paint, and a hidden tab paints nothing: so at the
  // latest in a frame of the loaded document, or without one where it is hidden.
  let asked = false;
  // Without one of them the page stays as it is without scripts; a notice says so (shell/unavailable-notice.tsx).
  const onerror = () => {
    root.dataset.live = "never";
    root.dataset.unavailable = "";
    dispatchEvent(new Event("hydrated"));
  };
  const ask = () => {
    if (asked) return;
    asked = true;
    const [entry, ...modules] = JSON.parse(
      document.querySelector("script#ferrule-scripts")?.textContent ?? "[]",
    ) as string[];
    // Each a script of its own: what has arrived is evaluated as a task of its own.
    for (const src of [...modules, entry]) {
      if (src) document.head.append(Object.assign(document.createElement("script"), { type: "module", src, onerror }));
    }
  };
  addEventListener("load", () => (document.hidden ? ask() : requestAnimationFrame(() => setTimeout(ask))));
  addEventListener("DOMContentLoaded", () => {
    new PerformanceObserver(ask).observe({ type: "paint", buffered: true });
  });

  // A press on what only the application can answer waits for it: on the page
  // until that is live, around it until it is hydrated. Of several the last one
  // counts, but each step of a quantity does. Where that takes too long, a form is
  // sent as it is without scripts. A box is checked at once, and checked again for
  // those who were not there yet.
  let pressed: HTMLElement[] = [];
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const checked = new Set<HTMLInputElement>();
  const isStep = (element: Element) => element.closest(".qty") !== null;
  const answers = (element: Element) =>
    root.dataset.live === "never" || root.dataset[element.closest("main") ? "live" : "hydrated"] !== undefined;
  const replay = async () => {
    for (const element of pressed.filter(answers)) {
      pressed.splice(pressed.indexOf(element), 1);
      if (!isStep(element)) clearTimeout(waiting);
      element.click();
      await Promise.resolve(); // React renders what a step changed before the next press
    }
    if (pressed.length === 0) delete root.dataset.pressed;
  };
  addEventListener(
    "click",
    (event) => {
      const element = (event.target as Element).closest<HTMLElement>("button, [type=checkbox]");
      if (!element || answers(element)) return;
      root.dataset.early = "";
      if (element instanceof HTMLInputElement) {
        checked.add(element);
        return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      root.dataset.pressed = "";
      if (!isStep(element)) {
        clearTimeout(waiting);
        pressed = pressed.filter(isStep);
      }
      pressed.push(element);
      if (!(element instanceof HTMLButtonElement) || element.type !== "submit") return;
      waiting = setTimeout(() => {
        root.dataset.live = "never";
        void replay();
      }, bootConstants.firstPress);
    },
    true,
  );
  addEventListener("hydrated", () => {
    for (const box of checked) {
      if (!answers(box)) continue;
      checked.delete(box);
      box.checked = !box.checked;
      box.click();
    }
    void replay();
  });

  // The preloader is shown once in a session; where that cannot be remembered, never.
  let show = false;
  try {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (!still && !sessionStorage.getItem(bootConstants.heroSeen)) root.dataset.hero = "play";
    show = !still && !sessionStorage.getItem(bootConstants.preloaderSeen);
    sessionStorage.setItem(bootConstants.preloaderSeen, "1");
  } catch {
    // See above.
  }
  // On a first visit the fonts come after the style sheets, which the first paint waits
  // for; under the preloader nobody sees the type before them. Later they are kept already.
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
  root.dataset.preloader = "shown";
  // A click, not the press before it, so that it does not go on to what lies under the preloader.
  const events = ["keydown", "click", "wheel", "touchmove", "scroll"];
  const end = (to: "leaving" | "gone") => {
    clearTimeout(timer);
    for (const name of events) removeEventListener(name, interrupt, true);
    root.dataset.preloader = to;
    loaded();
  };
  const interrupt = () => end("gone");
  // Its time begins when the page is asked for: who waits for the line has waited. Of a long wait
  // half a second counts, so that the mark still takes its seat.
  const waited = Math.min(performance.now(), 500);
  const timer = setTimeout(() => end("leaving"), bootConstants.preloader - waited);
  for (const name of events) addEventListener(name, interrupt, { capture: true, passive: true });
})(document);
