import { createElement } from "react";

/**
 * Markup from the content system. It was sanitised by the server when it was
 * stored; nothing that a visitor typed ever comes here.
 */
export function Markup({
  html,
  as = "div",
  className,
  lang,
}: {
  html: string | null | undefined;
  as?: "div" | "span";
  className?: string;
  lang?: string | undefined;
}) {
  if (!html) return null;
  return createElement(as, { className, lang, dangerouslySetInnerHTML: { __html: html } });
}
