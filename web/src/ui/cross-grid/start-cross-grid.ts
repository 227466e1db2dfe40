import { crossGrid } from "../../lazy-constants";
import { advance, type Cells, cellsInReach, type Field, grow, newField, type Point, union } from "./cross-field";

interface GridOptions {
  /** Digits whose crosses are solid: the error page's grid. */
  digits: string | undefined;
  /** Whether the crosses move at all; with reduced motion they never do. */
  live: boolean;
}

/** The factors of size and line width of the crosses inside the digits. */
const solid = { size: 1.72, line: 2.2 };
/** Below this width (px) the digits need a finer pitch to stay legible. */
const narrow = 700;
/** One step of the crosses, in ms: the constants are defined for 60 frames per second. */
const stepTime = 1000 / 60;
/** The largest number of steps per frame: after a longer pause the crosses continue from where they were. */
const maxSteps = 4;

/**
 * Draws the grid on the canvas in its text colour and animates it; returns the
 * function that stops it. Frames are requested only while crosses move or the
 * colour changes, and only the cells that move are redrawn.
 */
export function startCrossGrid(canvas: HTMLCanvasElement, { digits, live }: GridOptions): () => void {
  const context = canvas.getContext("2d");
  if (!context) return () => undefined;
  const kind = digits ? "error" : "page";
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)");
  const pen = { cross: 0, line: 0, color: "" };
  let field = newField(0, 0, 1);
  let pointer: Point | null = null;
  /** The cells of the displaced crosses. */
  let away: Cells | null = null;
  let inSight = false;
  let recolouring = false;
  let request = 0;
  let time = 0;

  const wake = () => {
    if (request || !inSight) return;
    time = performance.now() - stepTime;
    request = requestAnimationFrame(frame);
  };
  const sleep = () => {
    cancelAnimationFrame(request);
    request = 0;
  };
  const frame = (now: number) => {
    request = 0;
    const moving = move(now);
    const changing = recolouring && recolour();
    if (moving || changing) request = requestAnimationFrame(frame);
  };

  const move = (now: number): boolean => {
    const steps = Math.round((now - time) / stepTime);
    time = steps > maxSteps ? now : time + steps * stepTime;
    const box = pointer && canvas.getBoundingClientRect();
    const local = pointer && box ? { x: pointer.x - box.left, y: pointer.y - box.top } : null;
    const cells = union(away, local && cellsInReach(field, local));
    if (!cells) return false;
    if (steps === 0) return true;
    let moving = false;
    for (let step = 0; step < Math.min(steps, maxSteps); step += 1) ({ moving, away } = advance(field, cells, local));
    const margin = Math.ceil((crossGrid.maxOffset.most + (pen.cross * solid.size) / 2) / field.pitch);
    paint(context, field, grow(field, cells, margin), pen);
    return moving;
  };

  // Recolours the drawing with the canvas's computed colour; returns true while that is in transition.
  const recolour = (): boolean => {
    pen.color = getComputedStyle(canvas).color;
    recolouring = canvas.getAnimations().length > 0;
    if (recolouring) recolourCanvas(context, pen.color);
    else paint(context, field, null, pen);
    return recolouring;
  };
  const themed = () => {
    recolouring = true;
    wake();
  };

  const layout = () => {
    const { width, height } = canvas.getBoundingClientRect();
    const ratio = Math.min(window.devicePixelRatio || 1, crossGrid.pixelRatio);
    const scale = digits && width < narrow ? 0.5 : 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.cross = crossGrid.size[kind] * scale;
    pen.line = crossGrid.lineWidth * (scale < 1 ? 0.62 : 1);
    const pitch = (crossGrid.size[kind] + crossGrid.gap[kind]) * scale;
    field = newField(width, height, pitch, digits ? digitMask(width, height, digits) : undefined);
    away = null;
    recolour();
    canvas.dataset.drawn = "";
    if (pointer) wake();
  };
  const point = (event: PointerEvent) => {
    if (calm.matches) return;
    pointer = { x: event.clientX, y: event.clientY };
    wake();
  };
  const release = () => {
    pointer = null;
    if (away) wake();
  };
  const ease = () => {
    canvas.style.transition = calm.matches ? "none" : `color ${crossGrid.transition}ms linear`;
  };
  const updateMotion = () => {
    ease();
    pointer = null;
    layout();
  };

  ease();
  const listeners = new AbortController();
  const themes = new MutationObserver(themed);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const sizes = new ResizeObserver(layout);
  sizes.observe(canvas);
  const { signal } = listeners;
  // Updates that were skipped while the canvas was out of view are made up for when it returns.
  watchSight(canvas, signal, (now) => {
    inSight = now;
    if (!inSight) sleep();
    else if (away || recolouring) wake();
  });
  calm.addEventListener("change", updateMotion, { signal });
  if (live) {
    window.addEventListener("pointermove", point, { signal, passive: true });
    document.documentElement.addEventListener("pointerleave", release, { signal });
    // Scrolling moves the grid relative to a still pointer.
    window.addEventListener("scroll", () => pointer && wake(), { signal, passive: true });
  }
  if (digits) void document.fonts.ready.then(() => signal.aborted || layout());
  return () => {
    listeners.abort();
    delete canvas.dataset.drawn;
    themes.disconnect();
    sizes.disconnect();
    sleep();
  };
}

/** Reports changes of the canvas's visibility: it is in the viewport and the document is not hidden. */
function watchSight(canvas: HTMLCanvasElement, signal: AbortSignal, report: (inSight: boolean) => void): void {
  let onScreen = false;
  const reportVisibility = () => report(onScreen && !document.hidden);
  const observer = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? false;
    reportVisibility();
  });
  observer.observe(canvas);
  document.addEventListener("visibilitychange", reportVisibility, { signal });
  signal.addEventListener("abort", () => observer.disconnect());
}

/** Returns the test whether a point lies inside the digits, which are drawn as large as the field allows. */
function digitMask(width: number, height: number, digits: string): ((x: number, y: number) => boolean) | undefined {
  const mask = document.createElement("canvas");
  mask.width = Math.max(1, width);
  mask.height = Math.max(1, height);
  const context = mask.getContext("2d", { willReadFrequently: true });
  if (!context) return undefined;
  const fontSize = Math.min(width * (width < narrow ? 0.5 : 0.47), height * 0.84);
  context.font = `640 ${fontSize}px "Golos Text Variable", Arial`;
  context.textAlign = "center";
  context.letterSpacing = `${-fontSize * 0.035}px`;
  const ascent = context.measureText(digits).actualBoundingBoxAscent;
  context.fillText(digits, width / 2 - fontSize * 0.017, height * (width < narrow ? 0.36 : 0.4) + ascent / 2);
  const { data, width: stride } = context.getImageData(0, 0, mask.width, mask.height);
  return (x, y) => (data[(Math.floor(y) * stride + Math.floor(x)) * 4 + 3] ?? 0) > 110;
}

/** Redraws the given cells, all of them for null. A cross at rest does not extend beyond its cell. */
function paint(
  context: CanvasRenderingContext2D,
  field: Field,
  part: Cells | null,
  pen: { cross: number; line: number; color: string },
): void {
  const { left, top, pitch, columns, rows, offsets } = field;
  const cells = part ?? { left: 0, top: 0, right: columns - 1, bottom: rows - 1 };
  context.clearRect(
    left + (cells.left - 0.5) * pitch,
    top + (cells.top - 0.5) * pitch,
    (cells.right - cells.left + 1) * pitch,
    (cells.bottom - cells.top + 1) * pitch,
  );
  context.strokeStyle = pen.color;
  for (const bold of [0, 1]) {
    context.globalAlpha = bold ? 1 : crossGrid.opacity;
    context.lineWidth = bold ? pen.line * solid.line : pen.line;
    const half = (bold ? pen.cross * solid.size : pen.cross) / 2;
    context.beginPath();
    for (let row = cells.top; row <= cells.bottom; row += 1) {
      for (let column = cells.left; column <= cells.right; column += 1) {
        const index = row * columns + column;
        if (field.solid[index] !== bold) continue;
        const x = left + column * pitch + (offsets[2 * index] ?? 0);
        const y = top + row * pitch + (offsets[2 * index + 1] ?? 0);
        context.moveTo(x - half, y);
        context.lineTo(x + half, y);
        context.moveTo(x, y - half);
        context.lineTo(x, y + half);
      }
    }
    context.stroke();
  }
}

/** Changes the colour of everything drawn on the canvas. */
function recolourCanvas(context: CanvasRenderingContext2D, color: string): void {
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = "source-in";
  context.globalAlpha = 1;
  context.fillStyle = color;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.restore();
}
