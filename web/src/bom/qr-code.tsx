import { useEffect, useId, useState } from "react";

/** Light modules around the code, as ISO/IEC 18004 demands. */
const quiet = 4;

/** A QR code, drawn when its code has arrived; always dark on light, since not all cameras read it the other way. */
export function QrCode({ text, title }: { text: string; title: string }) {
  const name = useId();
  const [modules, setModules] = useState<readonly (readonly boolean[])[]>([]);
  useEffect(() => {
    let current = true;
    import("uqr").then(
      ({ encode }) => {
        if (current) setModules(encode(text, { ecc: "M", border: 0 }).data);
      },
      (error: unknown) => console.error(error), // the link is there all the same
    );
    return () => {
      current = false;
    };
  }, [text]);
  const size = modules.length + 2 * quiet;
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : "")));
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-labelledby={name} shapeRendering="crispEdges">
      <title id={name}>{title}</title>
      <rect className="qr-light" width={size} height={size} />
      <path className="qr-dark" d={path.join("")} />
    </svg>
  );
}
