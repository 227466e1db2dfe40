import type { ComponentPropsWithRef } from "react";
import { withoutSlash } from "../router/navigate";
import { usePage } from "../router/page-context";

/** A link within the site, `href` without language prefix. router/links.ts handles the clicks. */
export function Link({ href, children, onClick, ...rest }: ComponentPropsWithRef<"a"> & { href: string }) {
  const { prefix } = usePage();
  return (
    <a {...rest} href={withoutSlash(prefix + href)} onClick={onClick}>
      {children}
    </a>
  );
}
