/** Sizes in px; the other constants are the specification's (point 9, Visual). */
interface GridOptions {
  digits?: string | undefined;
  size: number;
  gap: number;
  maxOffset: number;
}

const attractionRadius = 280;
const spring = 0.1;
const damping = 0.9;
const lineWidth = 1.5;
const opacity = 0.3;
const maxPixelRatio = 2;
/** How much larger and bolder the crosses inside the digits are. */
const solid = { size: 1.72, line: 2.2 };
/** Below this width the digits need a finer pitch to stay legible. */
const narrow = 700;

interface Cross {
  x: number;
  y: number;
  dx: number;
  dy: number;
  vx: number;
  vy: number;
  solid: boolean;
}

/** Draws the grid into the canvas and moves it while the pointer does; returns what ends it. */
export function startCrossGrid(canvas: HTMLCanvasElement, options: GridOptions): () => void {
  const context = canvas.getContext("2d");
  if (!context) return () => undefined;
  let crosses: Cross[] = [];
  let frame = 0;
  const pointer = { x: -1e4, y: -1e4 };
  const size = { width: 0, height: 0, cross: 0, line: 0 };

  const draw = () => paint(context, crosses, size, getComputedStyle(canvas).getPropertyValue("--xg-color").trim());
  const layout = () => {
    const { width, height } = canvas.getBoundingClientRect();
    const ratio = Math.min(window.devicePixelRatio || 1, maxPixelRatio);
    const scale = options.digits && width < narrow ? 0.5 : 1;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    Object.assign(size, { width, height, cross: options.size * scale, line: lineWidth * (scale < 1 ? 0.62 : 1) });
    crosses = place(
      width,
      height,
      (options.size + options.gap) * scale,
      options.digits ? digitMask(width, height, options.digits) : null,
    );
    draw();
  };
  const tick = () => {
    const moving = advance(crosses, pointer, options.maxOffset);
    draw();
    frame = moving ? requestAnimationFrame(tick) : 0;
  };
  const move = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    pointer.x = event.clientX - box.left;
    pointer.y = event.clientY - box.top;
    if (!frame) frame = requestAnimationFrame(tick);
  };

  layout();
  void document.fonts.ready.then(layout);
  window.addEventListener("resize", layout);
  const themes = new MutationObserver(draw);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const still = window.matchMedia("(prefers-reduced-motion: reduce), (max-width: 1023px)").matches;
  if (!still) window.addEventListener("pointermove", move);
  return () => {
    window.removeEventListener("resize", layout);
    window.removeEventListener("pointermove", move);
    themes.disconnect();
    cancelAnimationFrame(frame);
  };
}

type Inside = (x: number, y: number) => boolean;

function place(width: number, height: number, pitch: number, inside: Inside | null): Cross[] {
  const columns = Math.ceil(width / pitch);
  const rows = Math.ceil(height / pitch);
  const left = (width - (columns - 1) * pitch) / 2;
  const top = (height - (rows - 1) * pitch) / 2;
  return Array.from({ length: columns * rows }, (_, index) => {
    const x = left + (index % columns) * pitch;
    const y = top + Math.floor(index / columns) * pitch;
    return { x, y, dx: 0, dy: 0, vx: 0, vy: 0, solid: inside?.(x, y) ?? false };
  });
}

/** Which points lie inside the digits when they are set as large as the field allows. */
function digitMask(width: number, height: number, digits: string): Inside | null {
  const mask = document.createElement("canvas");
  mask.width = Math.max(1, width);
  mask.height = Math.max(1, height);
  const context = mask.getContext("2d", { willReadFrequently: true });
  if (!context) return null;
  const fontSize = Math.min(width * (width < narrow ? 0.5 : 0.47), height * 0.84);
  context.font = `640 ${fontSize}px "Golos Text Variable", Arial`;
  context.textAlign = "center";
  context.letterSpacing = `${-fontSize * 0.035}px`;
  const ascent = context.measureText(digits).actualBoundingBoxAscent;
  context.fillText(digits, width / 2 - fontSize * 0.017, height * (width < narrow ? 0.36 : 0.4) + ascent / 2);
  const { data, width: stride } = context.getImageData(0, 0, mask.width, mask.height);
  return (x, y) => (data[(Math.floor(y) * stride + Math.floor(x)) * 4 + 3] ?? 0) > 110;
}

/** One step of the springs; false once all are at rest. */
function advance(crosses: readonly Cross[], pointer: { x: number; y: number }, maxOffset: number): boolean {
  let moving = false;
  for (const cross of crosses) {
    const ax = pointer.x - cross.x;
    const ay = pointer.y - cross.y;
    const distance = Math.hypot(ax, ay);
    let tx = 0;
    let ty = 0;
    if (distance < attractionRadius && distance > 0.01) {
      const nearness = 1 - distance / attractionRadius;
      const pull = (Math.min(maxOffset, distance) * nearness * nearness * 1.6) / distance;
      tx = ax * pull;
      ty = ay * pull;
    }
    cross.vx = (cross.vx + (tx - cross.dx) * spring) * (damping - 0.15);
    cross.vy = (cross.vy + (ty - cross.dy) * spring) * (damping - 0.15);
    cross.dx += cross.vx;
    cross.dy += cross.vy;
    if (Math.abs(cross.vx) + Math.abs(cross.vy) > 0.01) moving = true;
  }
  return moving;
}

function paint(
  context: CanvasRenderingContext2D,
  crosses: readonly Cross[],
  size: { width: number; height: number; cross: number; line: number },
  color: string,
): void {
  context.clearRect(0, 0, size.width, size.height);
  context.strokeStyle = color || "#999";
  for (const bold of [false, true]) {
    context.globalAlpha = bold ? 1 : opacity;
    context.lineWidth = bold ? size.line * solid.line : size.line;
    const half = (bold ? size.cross * solid.size : size.cross) / 2;
    context.beginPath();
    for (const cross of crosses) {
      if (cross.solid !== bold) continue;
      const x = cross.x + cross.dx;
      const y = cross.y + cross.dy;
      context.moveTo(x - half, y);
      context.lineTo(x + half, y);
      context.moveTo(x, y - half);
      context.lineTo(x, y + half);
    }
    context.stroke();
  }
}
