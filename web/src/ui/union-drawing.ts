// The straight 24° cutting ring union (ISO 8434-1) in half section: above the
// axis in section, hatched; below in view. Units: mm, axis at y = 0, the centre of
// the body at x = 0. Only the right half is defined; the left half mirrors it.
// The markup is a constant string, which renders faster than elements.

import "./drawing.css";

/** Round steel, hexagon faces from light to dark, turning marks, and the hatchings of body, nut and tube. */
const paints =
  '<defs><linearGradient id="st" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7d878c"/><stop offset=".07" stop-color="#a9b2b6"/><stop offset=".19" stop-color="#f1f4f5"/><stop offset=".28" stop-color="#fff"/><stop offset=".38" stop-color="#dde3e5"/><stop offset=".56" stop-color="#a3adb2"/><stop offset=".74" stop-color="#6d777c"/><stop offset=".88" stop-color="#4e575b"/><stop offset=".95" stop-color="#78838a"/><stop offset="1" stop-color="#9aa4a9"/></linearGradient>' +
  '<linearGradient id="st2" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#646e73"/><stop offset=".1" stop-color="#98a2a7"/><stop offset=".24" stop-color="#dfe5e7"/><stop offset=".36" stop-color="#c7cfd3"/><stop offset=".58" stop-color="#8a959a"/><stop offset=".8" stop-color="#525c60"/><stop offset="1" stop-color="#7a858a"/></linearGradient>' +
  '<linearGradient id="hxb" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#b9c2c6"/><stop offset=".4" stop-color="#d3dadd"/><stop offset="1" stop-color="#939da2"/></linearGradient>' +
  '<linearGradient id="hxc" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#5a6469"/><stop offset=".6" stop-color="#474f53"/><stop offset="1" stop-color="#6c767b"/></linearGradient>' +
  '<pattern id="tm" width=".5" height="4" patternUnits="userSpaceOnUse"><path d="M.12 0V4" stroke="#000" stroke-opacity=".09" stroke-width=".1"/><path d="M.36 0V4" stroke="#fff" stroke-opacity=".22" stroke-width=".1"/></pattern>' +
  '<pattern id="ha" width="1.5" height="1.5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1.5" height="1.5" fill="var(--sec-fill)"/><path d="M0 0V1.5" stroke="var(--dwg-line)" stroke-width=".2"/></pattern>' +
  '<pattern id="hb" width="1.2" height="1.2" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect width="1.2" height="1.2" fill="var(--sec-fill2)"/><path d="M0 0V1.2" stroke="var(--dwg-line)" stroke-width=".2"/></pattern>' +
  '<pattern id="hc" width=".8" height=".8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width=".8" height=".8" fill="var(--sec-fill)"/><path d="M0 0V.8" stroke="var(--dwg-line)" stroke-width=".13"/></pattern>' +
  '<marker id="ar" viewBox="-10 -3 10 6" refX="0" markerWidth="1.5" markerHeight=".9" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M0 0L-10-2.2V2.2Z" fill="var(--dwg-line)"/></marker></defs>';

/** Contours of the sectioned parts. The gap between nut, ring and cone is that of finger-tight assembly in the standard. */
const contour = {
  tube: "M4-6H120V-4.2H4Z",
  nut: "M9-9.4V-11.4L10-12H26L27-11.4H28.6V-6.25H24.2L20.7-9.75V-10.3H19.2V-9.4H9Z",
  body: "M0-11H5V-9L6.5-9V-9.4L7-10H17.2L18-9.2V-7.64L10.5-6.05H4V-4.2H0Z",
  ring: "M11.7-5.75L12-6.42L17.6-7.62L18.6-9.1H20.1L23.55-6.3L23.2-6H14.9L14.5-6.22L13.4-6.22L12.9-5.7Z",
};

function part(path: string, paint: string): string {
  return `<path d="${path}" fill="url(#${paint})" class="ln"/>`;
}

const ring = `<path d="${contour.ring}" fill="var(--seal)" stroke="var(--seal-d)" class="ln rg"/>`;

/** Returns one half of the sectioned parts, hatched with the three given paints. */
function cut(tube: string, nut: string, body: string): string {
  return part(contour.tube, tube) + part(contour.nut, nut) + part(contour.body, body) + ring;
}

/** Returns the lower half of a turned part: contour, paint and turning marks. */
function turned(path: string, paint: string): string {
  return `<path d="${path}" fill="url(#${paint})"/><path d="${path}" fill="url(#tm)" class="ln"/>`;
}

const thread = "M6.5-9.18L7.17-10L7.85-9.18L8.52-10L9.2-9.18V10L8.52 9.18L7.85 10L7.17 9.18L6.5 10Z";

/** The lower halves in view. */
const seen = {
  tube: turned("M28-6H120V6H28Z", "st"),
  nut:
    `${turned("M27-11.2L28.6-11V11L27 11.2Z", "st2")}<path d="M9-11.52L10-13.86H26L27-11.52V11.52L26 13.86H10L9 11.52Z" fill="url(#st2)" class="ln"/>` +
    '<path d="M10-6.93Q8.45 0 10 6.93H26Q27.55 0 26-6.93Z" fill="url(#hxb)" class="ln"/>' +
    '<path d="M10 6.93Q8.45 10.39 10 13.86H26Q27.55 10.39 26 6.93Z" fill="url(#hxc)" class="ln"/>',
  thread:
    `${turned("M5-9H9V9H5Z", "st2")}<path d="${thread}" fill="url(#st)"/>` +
    '<path d="M7.17-10L7.85-9.18L8.52 9.18L7.85 10ZM8.52-10L9.2-9.18V10Z" fill="#15191b" fill-opacity=".34"/>' +
    `<path d="M7.17-10L7.85 10M8.52-10L9.2 10" stroke="#fff" stroke-opacity=".55" stroke-width=".16"/><path d="${thread}" fill="none" class="ln"/>`,
};

const middle =
  '<path d="M-5-10.56L-4.1-12.7H4.1L5-10.56V10.56L4.1 12.7H-4.1L-5 10.56Z" fill="url(#st2)" class="ln"/>' +
  '<path d="M-4.1-6.35Q-5.5 0-4.1 6.35H4.1Q5.5 0 4.1-6.35Z" fill="url(#hxb)" class="ln"/>' +
  '<path d="M-4.1 6.35Q-5.5 9.53-4.1 12.7H4.1Q5.5 9.53 4.1 6.35Z" fill="url(#hxc)" class="ln"/>';

function clip(id: string, y: number): string {
  return `<clipPath id="${id}"><rect x="-120" y="${y}" width="240" height="40"/></clipPath>`;
}

function mirrored(id: string, half: string): string {
  return `<g id="${id}">${half}</g><use href="#${id}" transform="scale(-1,1)"/>`;
}

const bore = '<path d="M-120-4.2H120V0H-120Z" fill="var(--bore)"/>';

// The groups that the home page animates, by class: the tube, the body, and the
// nuts with their rings.
const tube = (id: string, half: string, ground = "") => `<g class="mo-tube">${ground}${mirrored(id, half)}</g>`;
const body = (id: string, half: string, whole = "") => `<g class="mo-body">${mirrored(id, half)}${whole}</g>`;
const nuts = (id: string, half: string) =>
  `<g class="mo-right"><g id="${id}">${half}</g></g><g class="mo-left"><use href="#${id}" transform="scale(-1,1)"/></g>`;

/** The union with its tube extending beyond both sides, without dimension letters. View box -120 -36 240 72. */
export const unionOnTube =
  `${paints}${clip("below", 0)}${clip("above", -39)}` +
  `<g clip-path="url(#below)"><g class="shade">${tube("tube-seen", seen.tube)}${nuts("nut-seen", seen.nut)}${body("thread", seen.thread, middle)}</g></g>` +
  `<g clip-path="url(#above)">${tube("tube-cut", part(contour.tube, "hc"), bore)}${nuts("nut-cut", part(contour.nut, "hb"))}` +
  `${body("body-cut", part(contour.body, "ha"))}${nuts("ring-cut", ring)}</g><path class="cl mo-tube" d="M-120 0H120"/>`;

const fineHatch = (id: string, step: number, angle: number, fill: string) =>
  `<pattern id="${id}" width="${step}" height="${step}" patternUnits="userSpaceOnUse" patternTransform="rotate(${angle})"><rect width="${step}" height="${step}" fill="var(--${fill})"/><path d="M0 0V${step}" stroke="var(--dwg-line)" stroke-width=".05"/></pattern>`;

const balloon = (n: number, from: [number, number], to: [number, number]) =>
  `<path class="dim" d="M${from.join(" ")}L${to.join(" ")}"/><circle cx="${from[0]}" cy="${from[1]}" r=".12"/><circle cx="${to[0]}" cy="${to[1]}" r=".44"/><text x="${to[0]}" y="${(to[1] + 0.17).toFixed(2)}">${n}</text>`;

const balloons = [
  balloon(1, [13.1, -5.85], [10.9, -7.7]),
  balloon(2, [15.9, -7.25], [15.9, -9.9]),
  balloon(3, [22.4, -8.3], [23.8, -11]),
  balloon(4, [23.35, -6.2], [24.7, -8.3]),
];

function sealDetailWith(numbers: number): string {
  return (
    `<defs>${fineHatch("za", 0.62, 45, "sec-fill")}${fineHatch("zb", 0.5, -45, "sec-fill2")}${fineHatch("zc", 0.36, -45, "sec-fill")}</defs>` +
    `<path d="M0-4.2H60V20H0Z" fill="var(--bore)"/>${cut("zc", "zb", "za")}` +
    `<g class="balloons">${balloons.slice(0, numbers).join("")}</g>`
  );
}

/** The enlarged detail of the cutting ring, with the numbers of a legend of three or four entries. View box 8.2 -13 17.6 12.4. */
export const sealDetail = { 3: sealDetailWith(3), 4: sealDetailWith(4) } as const;
