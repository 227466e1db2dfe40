import { crossGrid } from "../../lazy-constants";

/** A grid of crosses: their rest positions, offsets and speeds. Lengths in px, time in steps of 1/60 s. */
export interface Field {
  columns: number;
  rows: number;
  /** The rest position of the first cross, and the distance between crosses. */
  left: number;
  top: number;
  pitch: number;
  /** The offset of each cross from its rest position, and its speed: x and y interleaved, row by row. */
  offsets: Float32Array;
  speeds: Float32Array;
  /** 1 for the crosses inside the digits. */
  solid: Uint8Array;
}

/** A part of the grid by columns and rows, both ends included. */
export interface Cells {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Point {
  x: number;
  y: number;
}

/** Below these, a cross counts as at rest at its target. */
const rest = { speed: 0.01, distance: 0.05 };

/**
 * The steps by which the spring looks ahead. With a damping of 0.9, a spring of
 * 0.1 alone would oscillate for more than a second, so it acts on the position
 * that the cross will have this many steps later. The number makes the system
 * critically damped: the fastest approach without overshoot.
 */
const lookAhead =
  (1 - (1 - Math.sqrt(crossGrid.spring * crossGrid.damping)) ** 2 / crossGrid.damping) / crossGrid.spring;

/** Returns a grid that covers a box, with a cross at its centre. `inside` reports whether a point lies in the digits. */
export function newField(
  width: number,
  height: number,
  pitch: number,
  inside?: (x: number, y: number) => boolean,
): Field {
  const columns = 2 * Math.ceil(width / 2 / pitch) + 1;
  const rows = 2 * Math.ceil(height / 2 / pitch) + 1;
  const left = (width - (columns - 1) * pitch) / 2;
  const top = (height - (rows - 1) * pitch) / 2;
  const count = columns * rows;
  const solid = new Uint8Array(count);
  if (inside) {
    for (let index = 0; index < count; index += 1) {
      solid[index] = Number(inside(left + (index % columns) * pitch, top + Math.floor(index / columns) * pitch));
    }
  }
  return {
    columns,
    rows,
    left,
    top,
    pitch,
    offsets: new Float32Array(2 * count),
    speeds: new Float32Array(2 * count),
    solid,
  };
}

/**
 * Returns the target offset in px of a cross at a distance from the pointer: 0
 * from the attraction radius on, larger the nearer it is, never past the pointer.
 * The limit of the offset grows linearly from maxOffset.least to maxOffset.most.
 */
export function pull(distance: number): number {
  const { attractionRadius, maxOffset } = crossGrid;
  if (distance >= attractionRadius) return 0;
  const near = 1 - distance / attractionRadius;
  const limit = maxOffset.least + (maxOffset.most - maxOffset.least) * near;
  return Math.min(distance, limit * near * near * (3 - 2 * near));
}

/** Returns the cells within the attraction radius of the pointer; null if there are none. */
export function cellsInReach(field: Field, pointer: Point): Cells | null {
  const { attractionRadius: radius } = crossGrid;
  return clip(field, {
    left: Math.ceil((pointer.x - radius - field.left) / field.pitch),
    right: Math.floor((pointer.x + radius - field.left) / field.pitch),
    top: Math.ceil((pointer.y - radius - field.top) / field.pitch),
    bottom: Math.floor((pointer.y + radius - field.top) / field.pitch),
  });
}

/**
 * Moves the crosses of some cells by one step. Returns whether any of them still
 * moves, and the cells of the crosses that are displaced.
 */
export function advance(field: Field, cells: Cells, pointer: Point | null): { moving: boolean; away: Cells | null } {
  const { spring, damping, attractionRadius } = crossGrid;
  const { offsets, speeds, columns, pitch } = field;
  const radiusSquared = attractionRadius ** 2;
  let moving = false;
  let away: Cells | null = null;
  for (let row = cells.top; row <= cells.bottom; row += 1) {
    const ay = pointer ? pointer.y - (field.top + row * pitch) : 0;
    for (let column = cells.left; column <= cells.right; column += 1) {
      const at = 2 * (row * columns + column);
      const dx = offsets[at] ?? 0;
      const dy = offsets[at + 1] ?? 0;
      let vx = speeds[at] ?? 0;
      let vy = speeds[at + 1] ?? 0;
      let tx = 0;
      let ty = 0;
      const ax = pointer ? pointer.x - (field.left + column * pitch) : 0;
      const squared = ax * ax + ay * ay;
      if (pointer && squared < radiusSquared && squared > 0) {
        const distance = Math.sqrt(squared);
        const share = pull(distance) / distance;
        tx = ax * share;
        ty = ay * share;
      } else if (dx === 0 && dy === 0 && vx === 0 && vy === 0) continue;
      vx = (vx + spring * (tx - dx - lookAhead * vx)) * damping;
      vy = (vy + spring * (ty - dy - lookAhead * vy)) * damping;
      const settled = Math.abs(vx) + Math.abs(vy) < rest.speed && Math.abs(tx - dx) + Math.abs(ty - dy) < rest.distance;
      offsets[at] = settled ? tx : dx + vx;
      offsets[at + 1] = settled ? ty : dy + vy;
      speeds[at] = settled ? 0 : vx;
      speeds[at + 1] = settled ? 0 : vy;
      moving ||= !settled;
      if (!settled || tx !== 0 || ty !== 0) {
        if (away) {
          away.left = Math.min(away.left, column);
          away.right = Math.max(away.right, column);
          away.bottom = row;
        } else away = { left: column, right: column, top: row, bottom: row };
      }
    }
  }
  return { moving, away };
}

/** Returns the smallest range of cells that contains both; either may be null. */
export function union(one: Cells | null, other: Cells | null): Cells | null {
  if (!one || !other) return one ?? other;
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Returns the cells grown by a margin, clipped to the field. */
export function grow(field: Field, cells: Cells, margin: number): Cells {
  const { left, top, right, bottom } = cells;
  const grown = { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
  return clip(field, grown) ?? cells;
}

function clip(field: Field, cells: Cells): Cells | null {
  const clipped = {
    left: Math.max(0, cells.left),
    top: Math.max(0, cells.top),
    right: Math.min(field.columns - 1, cells.right),
    bottom: Math.min(field.rows - 1, cells.bottom),
  };
  return clipped.left > clipped.right || clipped.top > clipped.bottom ? null : clipped;
}
