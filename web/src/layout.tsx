import type { ReactNode } from "react";

/** What surrounds every page. */
export function Layout({ children }: { children: ReactNode }) {
  return <main id="main">{children}</main>;
}
