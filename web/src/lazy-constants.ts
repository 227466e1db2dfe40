// The constants of parts that are loaded when they are wanted: apart from
// constants.ts, which every page loads at first, and under the same rules.

/** The default English texts of a call to action that nobody has edited; they count as empty. */
export const placeholders = {
  /** Its title. Use: request/form-content.ts. Test: a text that is the default %s counts as empty */
  title: "Get a quote within 24 hours",
  /** Its description. Use: request/form-content.ts. Test: a text that is the default %s counts as empty */
  description: "Fill out the form and we will contact you",
  /** Its button. Use: request/form-content.ts. Test: a text that is the default %s counts as empty */
  button: "Submit a request",
} as const;

/** The files of a request; the server takes as many, and what it calls 10 MB is a little more. */
export const attachments = {
  /** How many one request may have. Use: request/uploads.ts. Test: a file that is too large, empty or one too many is told so and is not sent */
  count: 5,
  /** How large each may be, in bytes. Use: request/uploads.ts. Test: a file that is too large, empty or one too many is told so and is not sent */
  size: 10_000_000,
  /** What the browser's window for choosing files offers; the server goes by the content. Use: request/attachments.tsx. Test: each kind of file that is offered is one the server takes */
  endings: ".pdf,.png,.jpg,.jpeg,.webp,.tif,.tiff,.dxf,.dwg,.step,.stp,.iges,.igs,.csv,.xlsx,.docx,.zip,.txt",
} as const;

/** The field of crosses; sizes in px. */
export const crossGrid = {
  /** A cross, and on the error page. Use: ui/cross-grid/start-cross-grid.ts. Test: crosses of 15 px stand 5 px apart, lines 1.5 px thick, at an opacity of 0.3; on the error page crosses of 7 px stand 10 px apart, and those in the digits are solid */
  size: { page: 15, error: 7 },
  /** Between two crosses, and on the error page. Use: ui/cross-grid/start-cross-grid.ts. Test: crosses of 15 px stand 5 px apart, lines 1.5 px thick, at an opacity of 0.3; on the error page crosses of 7 px stand 10 px apart, and those in the digits are solid */
  gap: { page: 5, error: 10 },
  /** How far from the pointer crosses are drawn to it. Use: ui/cross-grid/cross-field.ts. Test: a cross is drawn from within the attraction radius alone */
  attractionRadius: 280,
  /** Share of the way back per frame. Use: ui/cross-grid/cross-field.ts. Test: the first step is the spring's share of the way, and the damping's share of that speed */
  spring: 0.1,
  /** Share of the speed kept per frame. Use: ui/cross-grid/cross-field.ts. Test: the first step is the spring's share of the way, and the damping's share of that speed */
  damping: 0.9,
  /** Smallest and largest greatest offset of a cross. Use: ui/cross-grid/cross-field.ts. Test: the greatest offset grows from the least, far away, to the most, near the pointer */
  maxOffset: { least: 8, most: 18 },
  /** Use: ui/cross-grid/start-cross-grid.ts. Test: crosses of 15 px stand 5 px apart, lines 1.5 px thick, at an opacity of 0.3 */
  lineWidth: 1.5,
  /** Largest device pixel ratio drawn. Use: ui/cross-grid/start-cross-grid.ts. Test: the canvas has two pixels to one at most */
  pixelRatio: 2,
  /** Use: ui/cross-grid/start-cross-grid.ts, ui/tokens.css (--xg-opacity). Test: crosses of 15 px stand 5 px apart, lines 1.5 px thick, at an opacity of 0.3 */
  opacity: 0.3,
  /** Change of colour, in ms. Use: ui/cross-grid/start-cross-grid.ts. Test: a change of theme recolours the grid within 300 ms, and then it rests */
  transition: 300,
} as const;
