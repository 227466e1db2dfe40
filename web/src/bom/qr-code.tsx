import { useEffect, useId, useState } from "react";

/** The width of the quiet zone in modules (ISO/IEC 18004). */
const quietZone = 4;

/** QrCode draws a QR code once its encoder has loaded; always dark on light, because some cameras cannot read inverted codes. */
export function QrCode({ text, title }: { text: string; title: string }) {
  const name = useId();
  const [modules, setModules] = useState<readonly (readonly boolean[])[]>([]);
  useEffect(() => {
    let current = true;
    import("uqr").then(
      ({ encode }) => {
        if (current) setModules(encode(text, { ecc: "M", border: 0 }).data);
      },
      (error: unknown) => console.error(error), // the link remains usable
    );
    return () => {
      current = false;
    };
  }, [text]);
  const size = modules.length + 2 * quietZone;
  const path = modules.flatMap((row, y) =>
    row.map((dark, x) => (dark ? `M${x + quietZone} ${y + quietZone}h1v1h-1z` : "")),
  );
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-labelledby={name} shapeRendering="crispEdges">
      <title id={name}>{title}</title>
      <rect className="qr-light" width={size} height={size} />
      <path className="qr-dark" d={path.join("")} />
    </svg>
  );
}
