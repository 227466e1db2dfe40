// The constants of modules that are loaded on demand. constants.ts is part of the
// entry chunk of every page; docs/constants.md lists both.

/** The default English texts of an unedited call to action; they count as empty. */
export const placeholders = {
  /** Its title. */
  title: "Get a quote within 24 hours",
  /** Its description. */
  description: "Fill out the form and we will contact you",
  /** Its button. */
  button: "Submit a request",
} as const;

/** Limits for the files of a request; the server's limit on the size is slightly higher (10 MiB). */
export const attachments = {
  /** The largest number of files of one request. */
  count: 5,
  /** The largest size of a file, in bytes. */
  size: 10_000_000,
  /** The file types offered by the file picker; the server checks the content instead. */
  endings: ".pdf,.png,.jpg,.jpeg,.webp,.tif,.tiff,.dxf,.dwg,.step,.stp,.iges,.igs,.csv,.xlsx,.docx,.zip,.txt",
} as const;

/** Timings of sliders, in ms. */
export const sliders = {
  /** One step. */
  step: 400,
  /** Delay between the last resize and measuring again. */
  resize: 100,
  /** Retries of measuring with missing widths. */
  measure: { tries: 8, every: 120 },
} as const;

/** Timings of sending a request, in ms. */
export const sending = {
  /** Timeout of an attempt; the server may have stored the request nevertheless. */
  timeout: 20_000,
  /** Retry after a connection failure: the first delay, doubled with each attempt up to the largest. */
  again: { first: 5000, most: 60_000 },
} as const;

/** The grid of crosses; sizes in px. */
export const crossGrid = {
  /** Size of a cross, on pages and on the error page. */
  size: { page: 15, error: 7 },
  /** Distance between two crosses, on pages and on the error page. */
  gap: { page: 5, error: 10 },
  /** Distance from the pointer within which crosses are attracted. */
  attractionRadius: 280,
  /** Share of the remaining distance per frame. */
  spring: 0.1,
  /** Share of the speed kept per frame. */
  damping: 0.9,
  /** Limit of a cross's offset at the attraction radius and at the pointer. */
  maxOffset: { least: 8, most: 18 },
  /** Width of the lines. */
  lineWidth: 1.5,
  /** Largest device pixel ratio drawn. */
  pixelRatio: 2,
  /** Opacity of the grid. */
  opacity: 0.3,
  /** Colour transition, in ms. */
  transition: 300,
} as const;

/** Settings of the icon client (the defaults of Iconify); times in ms. */
export const icons = {
  /** A load fails this long after the last resource should have replied. */
  timeout: 5000,
  /** The next resource is requested after this time. */
  rotate: 750,
  /** Longest address in characters; longer lists of names are split over several requests. */
  maxUrl: 500,
  /** Delay after a failed loader. Unused: interface icons are inlined at build time, and the icon client has its own retries. */
  loaderRetry: 2000,
} as const;

/** Largest numbers of entries of lists. */
export const listLimits = {
  /** Categories in the slider of the full menu. */
  menuSlider: 15,
  /** Categories in the list of the full menu. */
  menuList: 18,
  /** Newest products shown if editors have chosen none. */
  popular: 10,
} as const;

/** Minutes after the last change for which the browser keeps what is stored. */
export const expiry = {
  /** A cart, unless the operator configures another time. */
  cart: 2160,
  /** A form's draft. */
  draft: 2160,
} as const;

/** Keys in local storage, besides those of constants.ts. */
export const localKeys = {
  /** What is typed on the pages of sent requests and not sent, by their tokens. */
  answers: "request-answers:v1",
} as const;

/** Keys in session storage. */
export const sessionKeys = {
  /** Set when the home page's drawing has been animated. */
  heroSeen: "hero-seen",
  /** The fields of a page with what was typed into them. */
  typed: "typed",
  /** The text of the search overlay. */
  searchText: "search-text",
  /** The refresh token of the signed-in user. */
  refreshToken: "refresh-token",
} as const;
