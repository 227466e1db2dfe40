import { describe, expect, it } from "vitest";
import { pictureSlots, pictureSources } from "./picture-slots";

const url = "/assets/0c6b0f3e-7a0d-5b59-9a39-3f6d8d3b8b2f";

describe("pictureSources", () => {
  it("returns the widths and sizes of the slot", () => {
    expect(pictureSources(url, { type: "image/webp", width: 1000 }, "grid")).toEqual({
      src: `${url}?width=336`,
      srcSet: [168, 336, 672, 1000].map((width) => `${url}?width=${width} ${width}w`).join(", "),
      sizes: "(min-width: 768px) 260px, 50vw",
    });
  });

  it("lists the file's own width if it is smaller than the next width", () => {
    expect(pictureSources(url, { type: "image/png", width: 400 }, "card").srcSet).toBe(
      `${url}?width=168 168w, ${url}?width=336 336w, ${url}?width=672 400w`,
    );
    expect(pictureSources(url, { type: "image/png", width: 100 }, "card")).toMatchObject({
      src: `${url}?width=168`,
      srcSet: `${url}?width=168 100w`,
    });
  });

  it("lists every width if the file's own is unknown", () => {
    expect(pictureSources(url, {}, "scene").srcSet).toBe(
      `${url}?width=768 768w, ${url}?width=1200 1200w, ${url}?width=1920 1920w`,
    );
  });

  it("returns drawings, videos and files of the site unchanged", () => {
    expect(pictureSources(url, { type: "image/svg+xml", width: 400 }, "sign")).toEqual({ src: url });
    expect(pictureSources("/fitting.png", {}, "cart")).toEqual({ src: "/fitting.png" });
  });

  it("lists the widths of each slot in ascending order", () => {
    for (const { widths } of Object.values(pictureSlots)) expect([...widths].sort((a, b) => a - b)).toEqual(widths);
  });
});
