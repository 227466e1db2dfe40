import { Menu } from "@base-ui/react/menu";
import type { LetterKind } from "../api/reply-schemas";
import type { Detail } from "../api/schemas";
import { clockTime } from "../model/dates";
import { Clock } from "../parts/clock";
import { Icon } from "../parts/icon";
import { MenuPopup } from "../parts/menu";
import { useLanguage, useTexts } from "../texts/language";
import type { DraftState } from "./use-draft";
import type { Sending } from "./use-send";

interface Props {
  request: Detail;
  kind: LetterKind;
  draft: DraftState;
  sending: Sending;
  preview: () => void;
  back: () => void;
  ask: () => void;
  discard: () => void;
}

/** Where the draft is, and the one button that sends. */
export function ReplyHead(props: Props) {
  const { request, kind, draft, sending, preview, back, ask } = props;
  const texts = useTexts();
  const words = texts.reply;
  return (
    <div className="head">
      <button className="crumb only-l" type="button" onClick={back}>
        <Icon name="left" small />
        <span className="crumb-t">{request.reference}</span>
      </button>
      <button className="b b--i b--q only-s" type="button" aria-label={words.keys.back} onClick={back}>
        <Icon name="left" />
      </button>
      <h1 className="h1">{words.title}</h1>
      <span className="only-l">
        <Clock row={request} words />
      </span>
      <span className="acts">
        <Saved draft={draft} />
        {kind === "offer" && (
          <button className="b only-l" type="button" onClick={preview}>
            <Icon name="file" />
            {words.pdf}
          </button>
        )}
        <span className="only-l rowx rowx--n">
          <More {...props} />
          <button className="b b--p" type="button" onClick={ask} disabled={sending.state === "busy"}>
            {sending.state === "busy" ? words.busy : words.send[kind]}
            <span className="rowx rowx--n">
              <kbd>{texts.ctrl}</kbd>
              <kbd>↵</kbd>
            </span>
          </button>
        </span>
      </span>
    </div>
  );
}

/** The keys that work here. */
export function ReplyFoot({ kind }: { kind: LetterKind }) {
  const texts = useTexts();
  const words = texts.reply.keys;
  const keys: [string[], string][] = [
    [[texts.ctrl, "↵"], words.send],
    [[texts.ctrl, "S"], words.save],
    ...(kind === "offer"
      ? ([
          [["F"], words.find],
          [["P"], words.add],
        ] as [string[], string][])
      : []),
    [["N"], words.news],
    [["Esc"], words.back],
    [["?"], texts.person.allKeys],
  ];
  return (
    <footer className="foot">
      {keys.map(([names, does]) => (
        <span key={does}>
          {names.map((name) => (
            <kbd key={name}>{name}</kbd>
          ))}
          {does}
        </span>
      ))}
    </footer>
  );
}

/** The actions at the foot of a phone. */
export function ReplyPhoneActions(props: Props & { sheet: boolean; toggleSheet: () => void }) {
  const { kind, sending, ask, sheet, toggleSheet } = props;
  const words = useTexts().reply;
  return (
    <div className="m-act">
      <button className="b b--p" type="button" onClick={ask} disabled={sending.state === "busy"}>
        <Icon name="send" />
        {words.send[kind]}
      </button>
      <button className="b b--i" type="button" aria-label={words.preview} aria-pressed={sheet} onClick={toggleSheet}>
        <Icon name="eye" />
      </button>
      <More {...props} />
    </div>
  );
}

function More({ kind, draft, preview, discard }: Props) {
  const texts = useTexts();
  return (
    <Menu.Root>
      <Menu.Trigger className="b b--i" aria-label={texts.actions.more} title={texts.actions.more}>
        <Icon name="more" />
      </Menu.Trigger>
      <MenuPopup label={texts.actions.more}>
        {kind === "offer" && (
          <Menu.Item className="menu-i" onClick={preview}>
            {`${texts.reply.preview}, ${texts.reply.pdf}`}
          </Menu.Item>
        )}
        <Menu.Item className="menu-i" onClick={draft.flush}>
          {texts.reply.keys.save}
          <span className="end rowx rowx--n">
            <kbd>{texts.ctrl}</kbd>
            <kbd>S</kbd>
          </span>
        </Menu.Item>
        <Menu.Separator className="menu-l" />
        <Menu.Item className="menu-i alert" onClick={discard}>
          {texts.reply.discard}
        </Menu.Item>
      </MenuPopup>
    </Menu.Root>
  );
}

/** Says where the draft is. */
function Saved({ draft: { place, at } }: { draft: DraftState }) {
  const words = useTexts().reply;
  const time = clockTime(at, useLanguage());
  const shown = {
    none: null,
    device: ["saved saved--wait", words.savedDevice(time)],
    saving: ["saved saved--wait", words.saving],
    server: ["saved", words.saved(time)],
    refused: ["saved saved--err", words.notKept],
  }[place];
  return <span role="status">{shown && <span className={shown[0]}>{shown[1]}</span>}</span>;
}
