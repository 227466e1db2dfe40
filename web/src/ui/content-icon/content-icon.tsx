import { useEffect, useState } from "react";
import type { IconDrawing } from "./icon-client";
import "./content-icon.css";

/**
 * A decorative icon that content names ("lucide:map-pin"), fetched from the
 * server's icon sets. Its space is reserved, and stays empty if the icon cannot
 * be loaded. The icons of the interface itself are in ui/icon.tsx.
 */
export function ContentIcon({ name }: { name: string }) {
  const [drawing, setDrawing] = useState<IconDrawing>();
  useEffect(() => {
    let current = true;
    import("./icon-client")
      .then(({ loadIcon }) => loadIcon(name))
      .then(
        (loaded) => {
          if (current) setDrawing(loaded);
        },
        (error: unknown) => console.error(`Icon load fails for ${name}:`, error),
      );
    return () => {
      current = false;
      setDrawing(undefined);
    };
  }, [name]);
  return (
    <svg
      className="ico ico--content"
      viewBox={drawing?.viewBox ?? "0 0 24 24"}
      aria-hidden="true"
      data-icon={name}
      dangerouslySetInnerHTML={{ __html: drawing?.body ?? "" }}
    />
  );
}
