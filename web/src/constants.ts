// The constants of the specification (point 9), each defined once.
// docs/constants.md lists where each is used and which tests verify it.
// lazy-constants.ts has those of modules that are loaded on demand.

/** Timings, in ms. */
export const timings = {
  /** Delay between the page's data and setting the saved language. */
  init: 100,
  /** Margin after the duration of an overlay's animation; then it counts as ended. */
  menuClose: 100,
  /** Delay before the opening animation of the full menu. */
  menuStart: 50,
  /** Opening animation of the full menu. */
  menuOpen: 300,
  /** Longest time a navigation waits for the full menu to close. */
  menuForcedClose: 500,
  /** Delay between opening an overlay and listening for clicks outside it. */
  outsideClick: 100,
  /** Delay between a click on an internal link and closing all overlays. */
  linkClose: 50,
  /** Duration of the preloader on a first load, from the start of the navigation. */
  preloader: 2000,
  /** Longest time a click waits for hydration; then a form is submitted as without scripts. */
  firstPress: 5000,
  /** Scroll to the top after a click on the logo on the home page. */
  logoScroll: 600,
  /** Scroll to a target on the page. */
  scrollTo: 800,
  /** The transition of the burger icon to a cross. */
  burger: 260,
  /** A path is reloaded at most once within this time after a failed chunk load. */
  chunkReload: 10_000,
  /** Delay between the last scroll event and storing the position. */
  scrollSave: 500,
  /** Delay between the last resize and storing the position. */
  resizeSave: 100,
  /** Delay between the start after a reload and restoring the position. */
  scrollRestore: 300,
  /** Longest time a change of language waits for content before a loading state shows. There is no refresh after it: no animation depends on a measured page. */
  languageChange: 3000,
} as const;

/** Rules for languages; i18n/languages.ts lists the supported ones. */
export const languageRules = {
  /** The language if neither visitor nor content has chosen one; the server has the same default. */
  default: "de-DE",
  /** The language of the interface texts for languages that have none. */
  text: "en-US",
} as const;

/** Rules that the server reads; a separate object, so that the browser's build drops it. */
export const serverRules = {
  /** The page types loaded at the start, the default first: a language into which one of them is translated is available. */
  pageTypes: ["index", "contacts", "support", "catalog", "about"],
} as const;

/** Keys in local storage, unless a comment names session storage. */
export const storageKeys = {
  /** The chosen language. */
  language: "selected-language",
  /** The former spelling of that key; read once and removed. */
  oldLanguage: "selectedLanguage",
  /** The cart. */
  cart: "cart:v1",
  /** The windows that are open (session storage): a reload opens them again. */
  openWindows: "open-windows",
  /** The colour mode. */
  colourMode: "color-mode",
  /** Prefix of the scroll position of a path. */
  scrollPosition: "scroll_position_",
  /** The anchor of the home page to return to (session storage). */
  indexReturn: "index-return",
  /** Set when the preloader has been shown (session storage). */
  preloaderSeen: "preloader-seen",
  /** Paths reloaded after a failed chunk load, with the time (session storage). */
  chunkReload: "chunk-reload",
  /** The system of units, "metric" or "imperial". */
  units: "units",
  /** Prefix of the draft of a form kind. */
  form: "form:v1:",
} as const;

/** Cookies; ages in seconds. */
export const cookies = {
  /** The decision about cookies, "accepted" or "declined"; SameSite Lax. */
  consent: { name: "cookie_consent", maxAge: 36 * 3600 },
  /** The matched breakpoint; SameSite Strict, Secure. */
  viewport: { name: "viewport", maxAge: 365 * 24 * 3600 },
  /** The chosen language, for the server. */
  language: { name: "selected-language", maxAge: 365 * 24 * 3600 },
} as const;

/** Smallest window widths in px. */
export const breakpoints = {
  /** The set that governs layout and the viewport cookie. */
  product: { mobile: 320, tablet: 768, tabletMax: 1024, laptop: 1366, desktop: 1920 },
  /** The breakpoint until one has matched. */
  fallback: "desktop",
  /** The start of the full menu's anchor bands; the first is 1024, where desktop begins. */
  menuBands: [1024, 1366, 1920],
} as const;

/** Constants of the specification that nothing uses; a separate object, so that the build drops it. */
export const unused = {
  /** Retries of looking up a menu's element before its animation. React provides the element itself. */
  menuElementRetry: { tries: 10, every: 100 },
  /** Retries of looking up an animation library on the window. Animations use CSS and the Web Animations API. */
  animationLibrary: { tries: 10, every: 50 },
  /** The second set of breakpoints. Two sets cannot govern one layout; the product set does. */
  defaultBreakpoints: {
    mobile: 320,
    mobileMedium: 375,
    mobileWide: 425,
    tablet: 768,
    desktop: 1024,
    desktopMedium: 1280,
    desktopWide: 1600,
  },
} as const;

/** Limits and default values of content. */
export const limits = {
  /** The form id if the content names none. */
  defaultForm: 12,
  /** Placeholder clients without name and picture, shown if the clients cannot be loaded. */
  placeholderClients: 6,
} as const;
