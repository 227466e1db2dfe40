import type { MouseEvent, ReactNode } from "react";
import { limits, timings } from "../constants";
import type { RichText } from "../content/model.gen";
import { headerBlock } from "../content/shell-blocks";
import { useContent } from "../content/use-content";
import { type Label, labelOf, translation } from "../i18n/translation";
import { isHeaderCovered, overlayId, useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { isPlain } from "../router/links";
import { scrollToHeight } from "../router/scroll-to";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { LogoMark } from "../ui/logo-mark";
import { Markup } from "../ui/markup";
import { Underlay } from "./covered-page";
import { headerWidth } from "./header-width";
import { type MenuItem, mainMenu } from "./main-menu";
import { PlainMenu } from "./plain-menu";
import { useBurgerLabels, useShellTexts } from "./texts";
import { menuActions, useShown } from "./use-menus";
import "./header.css";

/**
 * The header of every page. `search`: the search field; `switcher`: the language dropdown; `languages`: links to the
 * languages; `cart`: the cart button; `overlaysLoaded`: whether the menus can open at once. It is a form, so that the buttons lead somewhere without scripts.
 */
export function SiteHeader({
  search,
  switcher,
  languages,
  cart,
  overlaysLoaded,
}: {
  search: ReactNode;
  switcher: (label: Label) => ReactNode;
  languages: ReactNode;
  cart: (label: Label) => ReactNode;
  overlaysLoaded: boolean;
}) {
  const { language, prefix } = usePage();
  const texts = useShellTexts();
  const burger = useBurgerLabels();
  const header = useContent(headerBlock(language)).data?.[0];
  const words = translation(header, language);
  const showRequest = useOverlays((state) => state.showRequest);
  // On phones the catalogue menu replaces the mobile menu; the burger closes either.
  const catalogue = useShown("catalogue");
  const mobile = useShown("mobile");
  const open = mobile || catalogue;
  const menu = catalogue ? "catalogue" : "mobile";
  const title = header?.title ?? "Ferrule";
  const items = mainMenu(header, language);
  const label = (text: string | null | undefined, builtIn: string) => labelOf(words, text, builtIn, language);
  const cartLabel = label(words?.cart, texts.cart);
  const submit = label(words?.submit_text, texts.submit);
  const { fits, full } = headerWidth(
    items.map((item) => item.title),
    title + submit.text,
    cartLabel.text,
  );
  return (
    <Underlay
      as="header"
      covers={isHeaderCovered}
      id="site-header"
      className={full ? "hd hd--full" : "hd"}
      data-fits={fits}
      data-theme={mobile ? "red" : undefined}
    >
      <form className="hd-in" onSubmit={(event) => event.preventDefault()}>
        <Logo markup={header?.logo} title={title} />
        <nav className="hd-menu" aria-label={texts.menu}>
          <ul className="hd-nav">
            {items.map((item) => (
              <li key={item.id}>
                <MainMenuEntry item={item} />
              </li>
            ))}
          </ul>
        </nav>
        {search}
        {switcher(label(words?.language_text, texts.language))}
        {cart(cartLabel)}
        <button
          type="submit"
          formAction={`${prefix}/contacts`}
          className="hd-cell hd-submit"
          lang={submit.lang}
          aria-haspopup="dialog"
          onClick={() => showRequest(limits.defaultForm)}
        >
          {submit.text}
        </button>
        <PlainMenu items={items} languages={languages} request={submit} replaceable={overlaysLoaded} />
        <button
          type="button"
          className="burger"
          aria-controls={overlayId(menu)}
          aria-expanded={open}
          aria-label={burger[open ? 1 : 0]}
          onClick={() => menuActions.toggle(menu)}
        >
          <i />
        </button>
      </form>
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
        if (path !== "/" || !isPlain(event)) return;
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
        <span>{item.title}</span>
      </a>
    );
  }
  const current =
    path === item.href || path.startsWith(`${item.href}/`) || (item.isCatalog && path.startsWith("/product"));
  const trigger = {
    "aria-controls": overlayId("catalogue"),
    "aria-expanded": open,
    "aria-haspopup": "dialog",
    onPointerEnter: () => menuActions.preload("catalogue"),
    onClick: (event: MouseEvent) => {
      // The menu could not be loaded: follow the link, as without scripts.
      if (document.documentElement.dataset.unavailable !== undefined || !isPlain(event)) return;
      event.preventDefault();
      menuActions.toggle("catalogue");
    },
  } as const;
  return (
    <Link
      className={item.isCatalog ? "hd-cell hd-catalog" : "hd-cell"}
      href={item.href}
      lang={item.lang}
      aria-current={current ? "page" : undefined}
      {...(item.isCatalog && trigger)}
    >
      <span>{item.title}</span> {item.isCatalog && <Icon name="plus" />}
    </Link>
  );
}
