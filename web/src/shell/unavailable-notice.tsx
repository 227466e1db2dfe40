import { addressIn } from "../i18n/languages";
import { usePage } from "../router/page-context";
import { useShellTexts } from "./texts";
import "./notices.css";

/** The notice that a chunk could not be loaded; shown while the root element has `data-unavailable`. */
export function UnavailableNotice() {
  const page = usePage();
  const texts = useShellTexts();
  return (
    <div className="notices unavailable" role="alert">
      <p className="notice">
        {texts.unavailable}
        {/* router/links.ts ignores links with a target, so the browser loads the document. */}
        <a className="lnk" href={addressIn(page.prefix, page)} target="_self">
          {texts.reload}
        </a>
      </p>
    </div>
  );
}
