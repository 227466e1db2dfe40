import { useEffect } from "react";
import { create } from "zustand";
import { actOnAll } from "../api/queries";
import type { Person, Row } from "../api/schemas";
import { type Change, undoOf } from "../model/changes";
import type { Texts } from "../texts/de";
import { useTexts } from "../texts/language";
import { Icon } from "./icon";
import { errorText } from "./messages";

/** How long a change can be taken back, in milliseconds. */
const limit = 10_000;

interface Notice {
  text: string;
  alert: boolean;
  undo: Change[];
}

const useNotice = create<{ notice: Notice | null }>()(() => ({ notice: null }));

/** Shows a sentence at the foot of the page for ten seconds. */
export function notify(text: string, { alert = false, undo = [] as Change[] } = {}): void {
  useNotice.setState({ notice: { text, alert, undo } });
}

/** Changes requests, says so, and offers to take it back. `rows`: as they are before. */
export async function change(
  { action, references, user }: Change & { user?: string | null },
  rows: Row[],
  texts: Texts,
  person: Person | null = null,
): Promise<void> {
  try {
    const { done, failed } = await actOnAll(references, action, user);
    const words = texts.actions.done;
    const text =
      action === "assign"
        ? person
          ? words.assign(done.length, person.name)
          : words.unassign(done.length)
        : words[action](done.length);
    const undo = undoOf({ action, references: done }, rows);
    if (failed.length === 0) notify(text, { undo });
    else
      notify([done.length > 0 ? text : "", texts.actions.someFailed(failed.length)].join(" ").trim(), {
        alert: true,
        undo,
      });
  } catch (error) {
    notify(`${texts.errors.notDone} ${errorText(error, texts)}`, { alert: true });
  }
}

/** Takes the last change back while it is offered; false if there is none. */
export function undoLast(texts: Texts): boolean {
  const { notice } = useNotice.getState();
  if (!notice || notice.undo.length === 0) return false;
  useNotice.setState({ notice: null });
  void takeBack(notice.undo, texts);
  return true;
}

async function takeBack(changes: Change[], texts: Texts): Promise<void> {
  try {
    const results = await Promise.all(
      changes.map(({ references, action, user }) => actOnAll(references, action, user)),
    );
    const failed = results.some((result) => result.failed.length > 0);
    notify(failed ? texts.actions.notUndone : texts.actions.undone, { alert: failed });
  } catch (error) {
    notify(`${texts.actions.notUndone} ${errorText(error, texts)}`, { alert: true });
  }
}

/** The bar at the foot of the page that says what was done. */
export function UndoBar() {
  const texts = useTexts();
  const notice = useNotice((store) => store.notice);
  useEffect(() => {
    if (!notice) return;
    const timer = setTimeout(() => useNotice.setState({ notice: null }), limit);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <div className="undo-w">
      <div role={notice?.alert ? "alert" : "status"}>
        {notice && (
          <div className="undo">
            <b className="u">{notice.text}</b>
            {notice.undo.length > 0 && (
              <button className="b" type="button" onClick={() => undoLast(texts)}>
                <Icon name="undo" />
                {texts.actions.undo}
                <span className="rowx rowx--n only-l">
                  <kbd>{texts.ctrl}</kbd>
                  <kbd>Z</kbd>
                </span>
              </button>
            )}
            {notice.undo.length > 0 && <span className="only-l">{texts.actions.later}</span>}
            <button
              className="b b--i"
              type="button"
              aria-label={texts.close}
              onClick={() => useNotice.setState({ notice: null })}
            >
              <Icon name="x" />
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
