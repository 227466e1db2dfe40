// The constants of the specification (point 9), each once. A comment says what
// it means, where it is used (Use), and which test holds it (Test, by its
// title). A constant that this architecture makes pointless says why (Unused).
// constants.test.ts checks that every entry has such a comment and every named
// test exists. lazy-constants.ts has those of what is loaded later.

/** Timings, in ms. */
export const timings = {
  /** Before the saved language is set after the page's data arrived. Use: language/page-init.ts. Test: a page starts with its data, pageDataLoaded, 100 ms, the saved language, pageDataUpdated */
  init: 100,
  /** After the time an overlay's animation takes, it counts as ended. Use: shell/overlay.tsx. Test: an animation that never ends holds a menu until 100 ms after its time */
  menuClose: 100,
  /** From opening the full menu to its opening animation. Use: ui/tokens.css (--t-menu-delay). Test: the full menu opens in 0.3 s after 50 ms */
  menuStart: 50,
  /** Opening animation of the full menu. Use: ui/tokens.css (--t-ui). Test: the full menu opens in 0.3 s after 50 ms */
  menuOpen: 300,
  /** How long a navigation waits at most for the full menu to close. Use: router/navigate.ts. Test: the full menu ignores what is asked of it while it is animating, and holds a navigation for 500 ms at most */
  menuForcedClose: 500,
  /** From opening an overlay to listening for clicks outside it. Use: shell/overlay.tsx, language/language-switcher.tsx. Test: the full menu listens for clicks outside 100 ms after it opened; a click outside closes the dropdown, and is listened for 100 ms after it opened */
  outsideClick: 100,
  /** From a click on an internal link to closing all overlays. Use: router/links.ts, router/navigate.ts. Test: a link inside an overlay closes it 50 ms later, also where it leads to the same page */
  linkClose: 50,
  /** How long the preloader shows on a first load, from when the page is asked for. Use: app/boot.ts. Test: the preloader shows for 2 s on a first load, then leaves and marks the content as loaded */
  preloader: 2000,
  /** How long a press waits for the program; then it does what it does without scripts. Use: app/boot.ts. Test: a press that waits too long does what it does without scripts */
  firstPress: 5000,
  /** One step of a slider. Use: ui/slider/slider-motion.ts. Test: a step takes one card, eased, in 0.4 s, with snapping off only meanwhile */
  sliderStep: 400,
  /** From the last resize to measuring a slider anew. Use: ui/slider/use-slider.ts. Test: after a resize a slider is measured anew, 100 ms later */
  sliderResize: 100,
  /** Tries at measuring a slider whose widths are missing. Use: ui/slider/use-slider.ts. Test: Slider measuring: missing widths are logged and tried again 8 times, every 120 ms */
  sliderMeasure: { tries: 8, every: 120 },
  /** Scroll to the top when the logo is clicked on the home page. Use: shell/site-header.tsx. Test: the logo scrolls to the top on the home page and leads there from elsewhere */
  logoScroll: 600,
  /** Scroll to a target on the page. Use: router/settle-scroll.ts. Test: scrolling to a target takes 0.8 s, and the visitor's wheel ends it */
  scrollTo: 800,
  /** The burger's turn into a cross. Use: shell/shell.css (--t-burger). Test: the burger turns in 260 ms and says what it does, in each language */
  burger: 260,
  /** A path may reload once within this time because a chunk failed to load. Use: browser/chunk-errors.ts. Test: Code chunk fails to load: the document of the path is loaded, and within 10 s not a second time */
  chunkReload: 10_000,
  /** From the last scroll event to saving the position. Use: router/scroll-positions.ts. Test: the position of a path is saved 500 ms after scrolling, 100 ms after a resize, and before unload */
  scrollSave: 500,
  /** From the last resize to saving the position. Use: router/scroll-positions.ts. Test: the position of a path is saved 500 ms after scrolling, 100 ms after a resize, and before unload */
  resizeSave: 100,
  /** From the start after a reload to restoring the position. Use: router/scroll-positions.ts. Test: a reload returns to the saved position after 300 ms, a first visit does not, an invalid value is ignored */
  scrollRestore: 300,
  /** How long a change of language waits for content at most, before a loading state shows; it ends when the content is there. Nothing is refreshed at delays after it: no animation here is bound to a measured page. Use: app/browser.tsx. Test: a change of language waits 3 s for data at most; the former language stays until the data of the other is there, and then no timer is waited for */
  languageChange: 3000,
  /** How long a try to send a request waits for its answer; the server may have stored it all the same. Use: request/send.ts. Test: a try that is not answered in 20 s is made again, and is one request */
  sendTimeout: 20_000,
  /** From a try that found no connection to the next, doubled with each. Use: request/outbox.ts. Test: a server that is away for a while gets the request when it is back, without the visitor */
  sendAgain: { first: 5000, most: 60_000 },
} as const;

/** Languages; the supported ones, with their names, are i18n/languages.ts. */
export const languageRules = {
  /** Where neither the visitor nor the content has chosen one; the server has it as well. Use: language/choice.ts. Test: the language is %s */
  default: "de-DE",
  /** Stands in for a language without interface texts. Use: i18n/texts.ts. Test: a language without texts reads the English ones */
  text: "en-US",
  /** The page types loaded at start-up, the default first: a language that one of them is translated into is available. The server has them from us. Use: app/server.tsx. Test: an available language of the content is chosen in place, and is right to left at once; a record of a language is enough: its pages are served, in English and in the first translation */
  pageTypes: ["index", "contacts", "support", "catalog", "about"],
} as const;

/** Names in the browser's stores. */
export const storageKeys = {
  /** The chosen language. Use: language/choice.ts. Test: a saved choice is in the cookie and in local storage */
  language: "selected-language",
  /** The language under its older spelling; read once and deleted. Use: language/choice.ts. Test: the older spelling of the key is read once and removed; the older key is read once and deleted */
  oldLanguage: "selectedLanguage",
  /** The cart. Use: cart/actions.ts. Test: a stored cart is taken over until 36 hours after its last change */
  cart: "cart:v1",
  /** Set while the cart is open (session): a reload opens it again. Use: cart/open-flag.ts. Test: a reload leaves the cart open, a change of page or a new visit does not */
  cartOpen: "cart-open",
  /** The colour mode. Use: browser/theme.ts, app/boot.ts. Test: the choice in the footer is kept under its key, survives a reload and is followed by other tabs */
  colourMode: "color-mode",
  /** The scroll position of a path, which follows the prefix. Use: router/scroll-positions.ts. Test: the position of a path is saved 500 ms after scrolling, 100 ms after a resize, and before unload */
  scrollPosition: "scroll_position_",
  /** The home page's anchor to return to (session). Use: router/return-anchor.ts. Test: from a section of the home page into the catalogue and back to that section */
  indexReturn: "index-return",
  /** Set when the preloader was shown (session). Use: app/boot.ts. Test: the preloader shows once in a session, under its key in session storage */
  preloaderSeen: "preloader-seen",
  /** Set when the home page's drawing put itself together (session). Use: app/boot.ts, routes/home/hero-drawing.tsx. Test: the home page's drawing puts itself together once in a session, after the preloader */
  heroSeen: "hero-seen",
  /** Paths with the time at which they were loaded anew for a chunk (session). Use: browser/chunk-errors.ts. Test: Code chunk fails to load: the document of the path is loaded, and within 10 s not a second time */
  chunkReload: "chunk-reload",
  /** The refresh token of who signed in (session). Use: clients/directus-auth/session.ts. Test: the refresh token outlives a reload of the tab, the access token does not */
  refreshToken: "refresh-token",
  /** The system of units, "metric" or "imperial". Use: i18n/use-units.ts. Test: the chosen units are kept, survive a reload and are taken back */
  units: "units",
  /** What was typed into the form of a kind, which follows the prefix. Use: request/drafts.ts. Test: what was typed survives a reload and a change of language, the consent does not */
  form: "form:v1:",
} as const;

/** Cookies; ages in seconds. */
export const cookies = {
  /** The decision about cookies, "accepted" or "declined", SameSite Lax. Use: shell/cookie-consent.ts. Test: accept and decline decide and hide the banner, reset goes back and clears the cookie; the operator sets how long a decision is kept */
  consent: { name: "cookie_consent", maxAge: 36 * 3600 },
  /** The matched breakpoint, SameSite Strict, Secure. Use: browser/viewport.ts. Test: the viewport cookie names the matched breakpoint, for 365 days, strict and secure, and follows the window */
  viewport: { name: "viewport", maxAge: 365 * 24 * 3600 },
  /** The chosen language, where the server finds it. Use: language/choice.ts. Test: without a prefix the address stays, and the choice is saved in store and cookie */
  language: { name: "selected-language", maxAge: 365 * 24 * 3600 },
} as const;

/** Smallest widths in px. */
export const breakpoints = {
  /** The set that governs layout and the viewport cookie. Use: browser/viewport.ts. Test: the matched breakpoint is the widest of the product set that the window reaches */
  product: { mobile: 320, tablet: 768, tabletMax: 1024, laptop: 1366, desktop: 1920 },
  /** The breakpoint until one has matched. Use: browser/viewport.ts. Test: until a breakpoint has matched, the fallback stands */
  fallback: "desktop",
  /** Where the full menu's anchor bands begin; from 1024, since desktop begins there. Use: shell/overlays.css. Test: the full menu's limits and its anchor bands */
  menuBands: [1024, 1366, 1920],
} as const;

/** What the specification names and nothing here uses; apart, so that no browser loads it. */
export const unused = {
  /** Look-ups of a menu's element before it may be animated. Unused: React hands over the element itself. */
  menuElementRetry: { tries: 10, every: 100 },
  /** Look-ups of an animation library on the window. Unused: animations are CSS and the browser's own, nothing is looked up. */
  animationLibrary: { tries: 10, every: 50 },
  /** The other set of breakpoints. Unused: two sets cannot both govern one layout (the product set does); kept as named data. */
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
  /** Categories in the full menu's slider. Use: shell/catalogue-menu.tsx. Test: the full menu's limits and its anchor bands */
  menuSlider: 15,
  /** Categories in the full menu's list. Use: shell/catalogue-menu.tsx. Test: the full menu's limits and its anchor bands */
  menuList: 18,
  /** The form where content names none. Use: request/form-id.ts. Test: the request form is number 12 from the header, and sends what it shows */
  defaultForm: 12,
  /** Newest products that stand in where none were chosen. Use: content/blocks.ts. Test: without chosen products the ten newest published ones stand in */
  popular: 10,
  /** Clients without name and picture, for while the real ones cannot be read. Use: content/block-failure.ts. Test: Block load fails: %s */
  placeholderClients: 6,
  /** Minutes a cart is kept after its last change, unless the operator says otherwise. Use: cart/actions.ts. Test: a stored cart is taken over until 36 hours after its last change */
  cartExpiry: 2160,
  /** Minutes a form's draft is kept after its last change. Use: request/draft.ts. Test: a draft is kept until 36 hours after its last change, a request that waits for as long as it waits */
  draftExpiry: 2160,
} as const;

/** What the icon client starts from (third party's defaults); times in ms. */
export const icons = {
  /** An icon is given up this long after the last resource was asked. Use: ui/content-icon/icon-client.ts. Test: an icon is given up 5 s after the last resource was asked in vain */
  timeout: 5000,
  /** The next resource is tried after this. Use: ui/content-icon/icon-client.ts. Test: a resource that is silent for 750 ms has the next one asked, and the first reply counts */
  rotate: 750,
  /** Longer lists of names are split over several requests. Use: ui/content-icon/icon-client.ts. Test: lists of names longer than an address may be are split */
  maxUrl: 500,
  /** From a loader's failure to its next try. Unused: icons known at build are inlined, and the client above has its own retries. */
  loaderRetry: 2000,
} as const;
