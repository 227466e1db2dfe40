import { headerBlock } from "../content/shell-blocks";
import { useContent } from "../content/use-content";
import { usePage } from "../router/page-context";
import { LogoMark } from "../ui/logo-mark";

/**
 * A tube across the window, on which the mark slides to its seat. The boot
 * script shows it on a session's first load and ends it; it lies over the page
 * by its style alone, so that the page under it is complete for everyone else.
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
