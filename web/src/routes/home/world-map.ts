import { parseList } from "../../content/text-list";

// The equirectangular projection of web/public/drawings/world.svg onto a grid of
// 110 by 46 cells; a place is drawn in the centre of its cell.
const columns = 110;
const rows = 46;
const west = -168;
const east = 190;
const north = 78;
const south = -56;

/** project returns the centre of the cell of a place; arguments in degrees, result in view box units. */
export function project(latitude: number, longitude: number): { x: number; y: number } {
  return {
    x: Math.floor(((longitude - west) / (east - west)) * columns) + 0.5,
    y: Math.floor(((north - latitude) / (north - south)) * rows) + 0.5,
  };
}

export interface MapPlace {
  title: string;
  x: number;
  y: number;
  /** Whether its name fits beside it without overlapping another place or name. */
  named: boolean;
  /** Whether the name is hidden on phones: outside the visible part of the map, or too close to another name. */
  edge: boolean;
}

interface Box {
  left: number;
  right: number;
  y: number;
}

/** Widths in view box units on the smallest screens, where letters are largest relative to the map. */
const letter = 1.05;
const lineHeight = 2;
const phone = { left: 32, right: 92, lineHeight: 2.6 };

function overlap(a: Box, b: Box, distance = lineHeight): boolean {
  return a.left < b.right && b.left < a.right && Math.abs(a.y - b.y) < distance;
}

function crossBox({ x, y }: MapPlace): Box {
  return { left: x - 0.7, right: x + 0.7, y };
}

function nameBox({ title, x, y }: MapPlace): Box {
  return { left: x + 0.8, right: x + 1 + title.length * letter, y };
}

/** placeNames returns the names of an `inter_list`, including places that the map omits. */
export function placeNames(list: unknown): readonly string[] {
  return parseList<{ title?: unknown } | null>(list).flatMap((entry) =>
    typeof entry?.title === "string" && entry.title !== "" ? [entry.title] : [],
  );
}

/**
 * placesOf returns the places of an `inter_list` (array or JSON text). The first is
 * the seat: its name is always shown, and places under that name are omitted. The
 * other names are placed in list order.
 */
export function placesOf(list: unknown): readonly MapPlace[] {
  const all: MapPlace[] = [];
  for (const entry of parseList<{ title?: unknown; latitude?: unknown; longitude?: unknown } | null>(list)) {
    const [latitude, longitude] = [Number(entry?.latitude ?? Number.NaN), Number(entry?.longitude ?? Number.NaN)];
    if (Number.isNaN(latitude) || Number.isNaN(longitude)) continue;
    const { x, y } = project(latitude, longitude);
    if (all.some((place) => place.x === x && place.y === y)) continue;
    all.push({ title: typeof entry?.title === "string" ? entry.title : "", x, y, named: false, edge: false });
  }
  const [seat] = all;
  const places = all.filter((place) => !seat || place === seat || !overlap(nameBox(seat), crossBox(place)));
  const taken = places.map(crossBox);
  const onPhones: Box[] = [];
  for (const place of places) {
    const name = nameBox(place);
    place.named = place.title !== "" && !taken.some((box) => overlap(name, box));
    if (!place.named) continue;
    taken.push(name);
    place.edge =
      name.left < phone.left ||
      name.right > phone.right ||
      onPhones.some((box) => overlap(name, box, phone.lineHeight));
    if (!place.edge) onPhones.push(name);
  }
  return places;
}
