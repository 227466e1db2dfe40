import { addressIn } from "../i18n/languages";
import { usePage } from "../router/page-context";
import { useShellTexts } from "./texts";

/** Says that what was asked for could not be loaded; shown while `<html>` has `data-unavailable`. */
export function UnavailableNotice() {
  const page = usePage();
  const texts = useShellTexts();
  return (
    <div className="notices unavailable" role="alert">
      <p className="notice">
        {texts.unavailable}
        {/* With a target it is the browser's own link: it loads the document anew. */}
        <a className="lnk" href={addressIn(page.prefix, page)} target="_self">
          {texts.reload}
        </a>
      </p>
    </div>
  );
}
