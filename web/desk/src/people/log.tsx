import { Menu } from "@base-ui/react/menu";
import { useInfiniteQuery } from "@tanstack/react-query";
import { logQuery } from "../api/accounts";
import { longTime } from "../model/dates";
import { useNow } from "../parts/clock";
import { Icon } from "../parts/icon";
import { MenuPopup } from "../parts/menu";
import { errorText } from "../parts/messages";
import { useLanguage, useTexts } from "../texts/language";

/** Who did what, the latest first. */
export function Log() {
  const texts = useTexts();
  const words = texts.people;
  const language = useLanguage();
  const now = useNow();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(logQuery);
  return (
    <section className="main part">
      <header className="rowx">
        <h2 className="h2">{words.log}</h2>
        <span className="mut">{words.logText}</span>
        <span className="end">
          <Menu.Root>
            <Menu.Trigger className="b b--i" aria-label={words.logExport} title={words.logExport}>
              <Icon name="dl" />
            </Menu.Trigger>
            <MenuPopup label={words.logExport}>
              {["csv", "jsonl"].map((format) => (
                <Menu.LinkItem key={format} className="menu-i" href={`/desk/api/log.${format}`} download closeOnClick>
                  {words.exportAs(format.toUpperCase())}
                </Menu.LinkItem>
              ))}
            </MenuPopup>
          </Menu.Root>
        </span>
      </header>
      {error && <p className="alert">{errorText(error, texts)}</p>}
      <table className="t t--acc t--log">
        <thead>
          <tr>
            <th>{words.logColumns.at}</th>
            <th>{words.logColumns.by}</th>
            <th>{words.logColumns.action}</th>
            <th className="only-l">{words.logColumns.subject}</th>
            <th className="only-l">{words.logColumns.from}</th>
          </tr>
        </thead>
        <tbody>
          {data?.pages.flat().map(({ id, at, by, action, subject_name: subject, detail }) => (
            <tr key={id}>
              <td className="mut nowr">{longTime(at, now, language)}</td>
              <td>{by.name || (by.via ? "–" : words.program)}</td>
              <td className="wrap">
                {words.actions[action] ?? action} {detail && <span className="mut">{detail}</span>}
              </td>
              <td className="wrap only-l">{subject}</td>
              <td className="mut only-l">
                {words.via[by.via] ?? by.via} {by.address && <span className="m">{by.address}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <div className="rowx">
          <button className="b" type="button" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {words.older}
          </button>
        </div>
      )}
    </section>
  );
}
