import { headerBlock } from "../content/shell-blocks";
import { useContent } from "../content/use-content";
import { usePage } from "../router/page-context";
import { LogoMark } from "../ui/logo-mark";

/**
 * The loading screen: a tube across the window, along which the mark slides into
 * place. The boot script shows it on a session's first load and ends it. It
 * covers the page by CSS only, so that the page is complete without scripts.
 */
export function Preloader() {
  const { language } = usePage();
  const name = useContent(headerBlock(language)).data?.[0]?.title ?? "Ferrule";
  return (
    <div className="pre" aria-hidden="true">
      <div className="pre-tube" />
      <LogoMark className="pre-mark" />
      <span className="pre-logo">{name}</span>
    </div>
  );
}
