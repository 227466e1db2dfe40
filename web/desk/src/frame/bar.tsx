import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { overviewQuery } from "../api/queries";
import { can, useMe } from "../api/use-me";
import { Icon, LogoMark } from "../parts/icon";
import { useTexts } from "../texts/language";
import { SettingsLink } from "../settings/settings-link";
import { openOverlay } from "./overlay";
import { PersonMenu } from "./person-menu";

/** How many open requests are overdue. */
function Overdue() {
  const texts = useTexts();
  const { data } = useQuery({ ...overviewQuery, enabled: can(useMe(), "requests.read") });
  const count = data?.counts.overdue ?? 0;
  if (count === 0) return null;
  return (
    <span className="n n--late" title={texts.overdueCount(count)}>
      {count > 99 ? "99+" : count}
      <span className="vh"> {texts.overdueCount(count)}</span>
    </span>
  );
}

/** Areas, search, website and person. */
export function Bar() {
  const me = useMe();
  const texts = useTexts();
  return (
    <header className="bar">
      <Link className="logo" to="/" aria-label={`${me.site}, ${texts.areas.overview}`}>
        <LogoMark />
        <span className="logo-t">{me.site}</span>
      </Link>
      <nav aria-label={texts.areas.label}>
        <Link to="/" activeOptions={{ exact: true }}>
          {texts.areas.overview}
        </Link>
        {can(me, "requests.read") && (
          <Link to="/requests" search={{ view: "open" }} activeOptions={{ includeSearch: false }}>
            {texts.areas.requests}
            <Overdue />
          </Link>
        )}
        {can(me, "people.change") && (
          <Link className="only-d" to="/people">
            {texts.people.title}
          </Link>
        )}
        {can(me, "settings.change") && <SettingsLink />}
      </nav>
      <button className="find" type="button" onClick={() => openOverlay("palette")}>
        <Icon name="search" />
        <span className="only-l">{texts.findOrDo}</span>
        <kbd>{texts.ctrl}</kbd>
        <kbd>K</kbd>
      </button>
      <button
        className="only-s ib"
        type="button"
        aria-label={texts.areas.search}
        onClick={() => openOverlay("palette")}
      >
        <Icon name="search" />
      </button>
      <a className="only-l" href="/" target="_blank" rel="noopener">
        {texts.website}
        <Icon name="ext" small />
      </a>
      <PersonMenu />
    </header>
  );
}

/** The areas on a phone; a request has its actions there. */
export function BottomBar() {
  const me = useMe();
  const texts = useTexts();
  return (
    <nav className="tabbar" aria-label={texts.areas.bottom}>
      <Link to="/" activeOptions={{ exact: true }}>
        <Icon name="home" />
        {texts.areas.overview}
      </Link>
      {can(me, "requests.read") && (
        <Link to="/requests" search={{ view: "open" }} activeOptions={{ includeSearch: false }}>
          <Icon name="inbox" />
          {texts.areas.requests}
          <Overdue />
        </Link>
      )}
      <button type="button" onClick={() => openOverlay("palette")}>
        <Icon name="search" />
        {texts.areas.search}
      </button>
    </nav>
  );
}
