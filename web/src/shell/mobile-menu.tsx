import { type MouseEvent, type ReactNode, useEffect } from "react";
import { applyTheme } from "../browser/theme";
import { limits } from "../constants";
import { phoneLink } from "../content/contact-link";
import { footerBlock, headerBlock } from "../content/shell-blocks";
import { textEntries } from "../content/text-list";
import { useContent } from "../content/use-content";
import { translation } from "../i18n/translation";
import { isPlain } from "../router/links";
import { overlayId, useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { Button } from "../ui/button";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { mainMenu } from "./main-menu";
import { Sheet } from "./overlay";
import { useShellTexts } from "./texts";
import { menuActions, useShown } from "./use-menus";
import "../ui/red-theme.css";

/** The menu on phones and tablets; it and the header have the red theme while it is open. */
export function MobileMenu({ languages }: { languages: ReactNode }) {
  const { language } = usePage();
  const texts = useShellTexts();
  const showRequest = useOverlays((state) => state.showRequest);
  const shown = useShown("mobile");
  const catalogueTrigger = {
    "aria-controls": overlayId("catalogue"),
    "aria-haspopup": "dialog",
    onClick: (event: MouseEvent) => {
      if (!isPlain(event)) return;
      event.preventDefault();
      menuActions.toggle("catalogue");
    },
  } as const;
  const header = useContent(headerBlock(language)).data?.[0];
  const footer = useContent(footerBlock(language)).data?.[0];
  const [phone] = textEntries(footer?.phone_links, language);
  useEffect(() => {
    if (!shown) return undefined;
    // The page under the menu keeps its colours.
    document.body.dataset.theme = document.documentElement.dataset.theme;
    applyTheme(true);
    return () => {
      delete document.body.dataset.theme;
      applyTheme();
    };
  }, [shown]);
  return (
    <Sheet name="mobile" className="mm" label={texts.menu} theme="red">
      <nav aria-label={texts.menu}>
        {mainMenu(header, language).map((item) =>
          item.external ? (
            <a key={item.id} href={item.href} rel="external noopener" lang={item.lang}>
              {item.title} <Icon name="external" />
            </a>
          ) : (
            <Link key={item.id} href={item.href} lang={item.lang} {...(item.isCatalog ? catalogueTrigger : {})}>
              {item.title} <Icon name={item.isCatalog ? "plus" : "arrow-right"} />
            </Link>
          ),
        )}
      </nav>
      {languages}
      <div className="mm-foot">
        {phone && (
          <a className="lnk mm-phone" href={phone.link ?? phoneLink(phone.text)}>
            {phone.text}
          </a>
        )}
        <Button kind="primary" block onClick={() => showRequest(limits.defaultForm)}>
          {translation(header, language)?.submit_text || texts.submit}
        </Button>
      </div>
    </Sheet>
  );
}
