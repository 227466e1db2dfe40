import { Menu } from "@base-ui/react/menu";
import type { BulkAction } from "../api/queries";
import type { Row } from "../api/schemas";
import { allowed } from "../model/changes";
import { Icon } from "../parts/icon";
import { MenuPopup } from "../parts/menu";
import { useTexts } from "../texts/language";
import { mostSelected } from "./use-selection";

interface Props {
  chosen: Row[];
  total: number;
  changes: boolean;
  selectWhole: () => void;
  clear: () => void;
  assign: () => void;
  run: (action: BulkAction) => void;
}

const states: BulkAction[] = ["answer", "reopen", "spam", "release"];

/** What can be done with the chosen requests. */
export function BulkBar({ chosen, total, changes, selectWhole, clear, assign, run }: Props) {
  const texts = useTexts();
  const words = texts.actions;
  const names: Partial<Record<BulkAction, string>> = {
    answer: words.answer,
    reopen: words.reopen,
    spam: words.toSpam,
    release: words.release,
  };
  const possible = states.filter((action) => chosen.some(({ state }) => allowed(action, state)));
  const unread = chosen.some((row) => row.unread);
  return (
    <div className="bulk" role="region" aria-label={texts.inbox.selected(chosen.length)}>
      <b className="u" role="status">
        {texts.inbox.selected(chosen.length)}
      </b>
      {chosen.length < Math.min(total, mostSelected) && (
        <button className="lnk" type="button" onClick={selectWhole}>
          {total > mostSelected ? texts.inbox.selectMost(mostSelected) : texts.inbox.selectWhole(total)}
        </button>
      )}
      <span className="acts">
        {changes && (
          <>
            <button className="b" type="button" onClick={assign}>
              {words.assign}
              <kbd>A</kbd>
            </button>
            {possible.length > 0 && (
              <Menu.Root>
                <Menu.Trigger className="b">
                  {words.state}
                  <kbd>S</kbd>
                </Menu.Trigger>
                <MenuPopup label={words.stateTitle}>
                  {possible.map((action) => (
                    <Menu.Item key={action} className="menu-i" onClick={() => run(action)}>
                      {names[action]}
                    </Menu.Item>
                  ))}
                </MenuPopup>
              </Menu.Root>
            )}
          </>
        )}
        <button className="b" type="button" onClick={() => run(unread ? "read" : "unread")}>
          {unread ? words.read : words.unread}
          <kbd>U</kbd>
        </button>
        <button
          className="b b--i"
          type="button"
          aria-label={texts.inbox.clearSelection}
          title={texts.inbox.clearSelection}
          onClick={clear}
        >
          <Icon name="x" />
        </button>
      </span>
    </div>
  );
}
