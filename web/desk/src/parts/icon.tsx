const paths = {
  key: "M9.500 12a3.500 3.500 0 1 1-7 0 3.500 3.500 0 0 1 7 0zM8.500 9.500l6-6M12 6l2 2",
  copy: "M6 6h10v10H6zM3 12V2h10v1",
  search: "M13 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM12 12l4 4",
  x: "m4 4 10 10M14 4 4 14",
  check: "m3 9.5 4 4 8-9",
  right: "m7 4 5 5-5 5",
  left: "m11 4-5 5 5 5",
  arrow: "M3 9h12M10 4l5 5-5 5",
  ext: "M7 4H3v11h11v-4M10 3h5v5M15 3 8 10",
  inbox: "M2 10 4 3h10l2 7v5H2zM2 10h4l1 2h4l1-2h4",
  file: "M4 2h7l3 3v11H4zM11 2v3h3",
  people:
    "M10 6a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM1.5 16c0-3 2-5 5.5-5s5.5 2 5.5 5M12 3.5a3 3 0 0 1 0 5M13.5 11.5c2 .5 3 2 3 4.5",
  home: "M2 2h6v6H2zM10 2h6v6h-6zM2 10h6v6H2zM10 10h6v6h-6z",
  clip: "M14 7.5 8.5 13c-2.5 2.5-6-1-3.5-3.500L11 3.500c1.6-1.6 4 .8 2.4 2.4L7.8 11.5",
  mail: "M2 4h14v10H2zM2 4l7 6 7-6",
  note: "M3 3h12v8l-4 4H3zM11 15v-4h4M6 7h6M6 10h3",
  undo: "M6 3 2.500 6.500 6 10M3 6.500h7.500c6 0 6 8 0 8H6",
  hist: "M3 4v4h4M3.2 8a6 6 0 1 1 .3 4M9 6v4l3 2",
  phone: "M3 3h3l2 4-2 1.500c1 2 2 3 4 4L11.500 10.500l3.500 2v3C9 16 2 9 3 3z",
  warn: "M9 2 1.500 15.500h15zM9 7v4M9 13v.5",
  dl: "M9 2v9M5 8l4 4 4-4M3 15h12",
  trash: "M3 5h12M7 5V3h4v2M4.500 5l1 11h7l1-11",
  send: "m2 9 14-6-4 13-3-5zM9 11l7-8",
  info: "M16 9A7 7 0 1 1 2 9a7 7 0 0 1 14 0zM9 8v5M9 5v.5",
  more: "M3 9h.5M9 9h.5M15 9h.5",
  cloud: "M3 3l12 12M5 8c-4 1-4 6 0 6h8M7.500 5.500c3-1 5.500 1 5.500 3.500 2 0 3.500 2 3 3.500",
  swap: "M3 6h11M11 3l3 3-3 3M15 12H4M7 9l-3 3 3 3",
  eye: "M1.500 9c4-6 11-6 15 0-4 6-11 6-15 0zM11 9a2 2 0 1 1-4 0 2 2 0 0 1 4 0z",
  plus: "M9 3v12M3 9h12",
  down: "m4 7 5 5 5-5",
  pdf: "M4 2h7l3 3v11H4zM6 9h6M6 12h4",
  gear: "M3 5h6M13 5h2M3 13h2M9 13h6M9 3v4h4V3zM5 11v4h4v-4z",
} as const;

export type IconName = keyof typeof paths;

/** A decorative icon on an 18 px grid; the control that contains it has the name. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? "i i--s" : "i"} viewBox="0 0 18 18" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path d="M0 12.4V10.6L21.5 1.5H26L32 8V12.4Z" />
      <path d="M0 19.6V21.4L21.5 30.5H26L32 24V19.6Z" />
    </svg>
  );
}
