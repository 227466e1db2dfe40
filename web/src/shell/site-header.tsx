import type { ReactNode } from "react";
import { limits, timings } from "../constants";
import type { RichText } from "../content/model.gen";
import { headerBlock } from "../content/shell-blocks";
import { useContent } from "../content/use-content";
import { translation } from "../i18n/translation";
import { isHeaderCovered, overlayId, useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { scrollToHeight } from "../router/scroll-to";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { LogoMark } from "../ui/logo-mark";
import { Markup } from "../ui/markup";
import { Underlay } from "./covered-page";
import { type MenuItem, mainMenu } from "./main-menu";
import { useShellTexts } from "./texts";
import { menuActions, useShown } from "./use-menus";

/** The header of every page. `search`: the search field; `switcher`: the language dropdown; `cart`: the cart button. */
export function SiteHeader({
  search,
  switcher,
  cart,
}: {
  search: ReactNode;
  switcher: (title: string) => ReactNode;
  cart: (label: string) => ReactNode;
}) {
  const { language } = usePage();
  const texts = useShellTexts();
  const header = useContent(headerBlock(language)).data?.[0];
  const words = translation(header, language);
  const showRequest = useOverlays((state) => state.showRequest);
  // On phones the catalogue menu replaces the mobile menu; the burger closes either.
  const catalogue = useShown("catalogue");
  const open = useShown("mobile") || catalogue;
  const menu = catalogue ? "catalogue" : "mobile";
  return (
    <Underlay as="header" covers={isHeaderCovered} id="site-header" className="hd">
      <div className="hd-in">
        <Logo markup={header?.logo} title={header?.title ?? "Ferrule"} />
        <nav className="hd-menu" aria-label={texts.menu}>
          <ul className="hd-nav">
            {mainMenu(header, language).map((item) => (
              <li key={item.id}>
                <MainMenuEntry item={item} />
              </li>
            ))}
          </ul>
        </nav>
        {search}
        {switcher(words?.language_text || texts.language)}
        {cart(words?.cart || texts.cart)}
        <button
          type="button"
          className="hd-cell hd-submit"
          aria-haspopup="dialog"
          onClick={() => showRequest(limits.defaultForm)}
        >
          {words?.submit_text || texts.submit}
        </button>
        <button
          type="button"
          className="burger"
          aria-controls={overlayId(menu)}
          aria-expanded={open}
          aria-label={open ? texts.closeMenu : texts.openMenu}
          onClick={() => menuActions.toggle(menu)}
        >
          <i />
        </button>
      </div>
    </Underlay>
  );
}

function Logo({ markup, title }: { markup: RichText<"header.logo"> | null | undefined; title: string }) {
  const { path } = usePage();
  return (
    <Link
      className="logo"
      href="/"
      aria-label={title}
      onClick={(event) => {
        if (path !== "/") return;
        event.preventDefault();
        scrollToHeight(0, timings.logoScroll);
      }}
    >
      {markup ? (
        <Markup as="span" className="logo-m" of="header.logo" html={markup} />
      ) : (
        <>
          <LogoMark />
          <span>{title}</span>
        </>
      )}
    </Link>
  );
}

/** An entry of the main menu. The catalogue's opens the full-screen menu; without scripts it is a link like the others. */
function MainMenuEntry({ item }: { item: MenuItem }) {
  const { path } = usePage();
  const open = useShown("catalogue");
  if (item.external) {
    return (
      <a className="hd-cell" href={item.href} rel="external noopener" lang={item.lang}>
        {item.title}
      </a>
    );
  }
  const current =
    path === item.href || path.startsWith(`${item.href}/`) || (item.isCatalog && path.startsWith("/product"));
  if (!item.isCatalog) {
    return (
      <Link className="hd-cell" href={item.href} lang={item.lang} aria-current={current ? "page" : undefined}>
        {item.title}
      </Link>
    );
  }
  return (
    <Link
      className="hd-cell hd-catalog"
      href={item.href}
      lang={item.lang}
      aria-current={current ? "page" : undefined}
      aria-controls={overlayId("catalogue")}
      aria-expanded={open}
      aria-haspopup="dialog"
      onPointerEnter={() => menuActions.preload("catalogue")}
      onClick={(event) => {
        // The menu could not be loaded: follow the link, as without scripts.
        if (document.documentElement.dataset.unavailable !== undefined) return;
        event.preventDefault();
        menuActions.toggle("catalogue");
      }}
    >
      {item.title} <Icon name="plus" />
    </Link>
  );
}
