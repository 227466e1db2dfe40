import { Menu } from "@base-ui/react/menu";
import { Link } from "@tanstack/react-router";
import { type Filter, filterQuery, views } from "../api/queries";
import { can, useMe } from "../api/use-me";
import type { Counts } from "../api/schemas";
import { Icon } from "../parts/icon";
import { MenuPopup } from "../parts/menu";
import { formatNumber } from "../../../src/i18n/formats";
import { useLanguage, useTexts } from "../texts/language";

/** The heading of the list, with its export. */
export function InboxHead({ filter, counts }: { filter: Filter; counts: Counts | undefined }) {
  const me = useMe();
  const texts = useTexts();
  return (
    <div className="head">
      <h1 className="h1">{texts.inbox.title}</h1>
      {!can(me, "requests.change") && <span className="tag">{texts.inbox.readOnly}</span>}
      {counts && <span className="mut only-l">{texts.inbox.summary(counts.open, counts.overdue)}</span>}
      <span className="acts">
        <Menu.Root>
          <Menu.Trigger className="b b--i" aria-label={texts.inbox.export} title={texts.inbox.export}>
            <Icon name="dl" />
          </Menu.Trigger>
          <MenuPopup label={texts.inbox.export}>
            {["csv", "xlsx"].map((format) => (
              <Menu.LinkItem
                key={format}
                className="menu-i"
                href={`/desk/api/requests.${format}?${filterQuery(filter)}`}
                download
                closeOnClick
              >
                {texts.inbox.exportAs(format.toUpperCase())}
              </Menu.LinkItem>
            ))}
          </MenuPopup>
        </Menu.Root>
      </span>
    </div>
  );
}

/** The views of the list as tabs with counts. */
export function Views({ current, counts }: { current: Filter["view"]; counts: Counts | undefined }) {
  const language = useLanguage();
  const texts = useTexts();
  return (
    <nav className="tabs" aria-label={texts.inbox.viewsLabel}>
      {views.map((view) => (
        <Link
          key={view}
          to="/requests"
          search={{ view }}
          aria-current={view === current ? "page" : undefined}
          activeOptions={{ exact: true }}
        >
          {texts.inbox.views[view]}
          {counts && <span className="n n--q">{formatNumber(counts[view], language)}</span>}
        </Link>
      ))}
    </nav>
  );
}
