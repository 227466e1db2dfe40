import { Menu } from "@base-ui/react/menu";
import type { Detail } from "../api/schemas";
import { mayEnd } from "../model/changes";
import { Icon } from "../parts/icon";
import { MenuPopup } from "../parts/menu";
import { StateMark } from "../parts/marks";
import { useTexts } from "../texts/language";
import type { Actions } from "./use-actions";

interface Props {
  request: Detail;
  name: string;
  actions: Actions;
}

/** Who asks, and what can be done; one primary button. */
export function RequestHead({ request, name, actions }: Props) {
  const texts = useTexts();
  const forgotten = request.state === "forgotten";
  return (
    <div className="head">
      <button className="crumb only-l" type="button" onClick={actions.back}>
        <Icon name="left" small />
        <span className="crumb-t">{request.state === "spam" ? texts.states.spam : texts.request.back}</span>
      </button>
      <button className="b b--i b--q only-s" type="button" aria-label={texts.request.backLong} onClick={actions.back}>
        <Icon name="left" />
      </button>
      <h1 className="h1">{forgotten ? <span className="m">{request.reference}</span> : name}</h1>
      <span className="only-l">
        <StateMark state={request.state} expires={request.expires} />
      </span>
      <span className="acts only-l">
        <Neighbours actions={actions} />
        <a className="b only-t" href="#history">
          {texts.request.history} <span className="n n--q">{request.history.length}</span>
        </a>
        {!forgotten && <MainActions request={request} actions={actions} />}
      </span>
    </div>
  );
}

function Neighbours({ actions: { place, previous, next } }: { actions: Actions }) {
  const texts = useTexts();
  if (!place) return null;
  return (
    <>
      <span className="mut">{texts.request.position(place.index, place.total)}</span>
      <span className="join">
        <button
          className="b b--i"
          type="button"
          aria-label={texts.actions.previous}
          title={texts.actions.previous}
          disabled={!previous}
          onClick={previous ?? undefined}
        >
          <Icon name="left" />
        </button>
        <button
          className="b b--i"
          type="button"
          aria-label={texts.actions.next}
          title={texts.actions.next}
          disabled={!next}
          onClick={next ?? undefined}
        >
          <Icon name="right" />
        </button>
      </span>
    </>
  );
}

function MainActions({ request, actions }: Omit<Props, "name">) {
  const texts = useTexts();
  const words = texts.actions;
  const { may, run, ask, reply } = actions;
  return (
    <>
      {may("assign") && (
        <button className="b" type="button" onClick={() => ask("assign")}>
          {words.assign}
          <kbd>A</kbd>
        </button>
      )}
      {may("reopen") && (
        <button className="b" type="button" onClick={() => run("reopen")}>
          {words.reopen}
        </button>
      )}
      <MoreMenu request={request} actions={actions} />
      {reply && (
        <button className={request.state === "won" ? "b" : "b b--p"} type="button" onClick={reply}>
          {request.state === "expired" ? texts.reply.expired.again : texts.reply.title}
          <kbd>R</kbd>
        </button>
      )}
      {!reply && may("answer") && (
        <button className="b b--p" type="button" onClick={() => run("answer")}>
          {words.answer}
        </button>
      )}
      {may("release") && (
        <button className="b b--p" type="button" onClick={() => run("release")}>
          {words.release}
          <kbd>!</kbd>
        </button>
      )}
    </>
  );
}

/** What is done seldom. */
export function MoreMenu({ request, actions }: Omit<Props, "name">) {
  const texts = useTexts();
  const words = texts.actions;
  const { may, run, ask, resend, mayForget } = actions;
  const ends = (["won", "lost"] as const).filter((outcome) => may("assign") && mayEnd(outcome, request.state));
  const again = may("assign") && request.deliveries.some(({ state }) => state === "dead");
  return (
    <Menu.Root>
      <Menu.Trigger className="b b--i" aria-label={words.more} title={words.more}>
        <Icon name="more" />
      </Menu.Trigger>
      <MenuPopup label={words.more}>
        <Menu.Item className="menu-i" onClick={() => run(request.unread ? "read" : "unread")}>
          {request.unread ? words.read : words.unread}
          <kbd className="end">U</kbd>
        </Menu.Item>
        {may("answer") && (
          <Menu.Item className="menu-i" onClick={() => run("answer")}>
            {words.answer}
          </Menu.Item>
        )}
        {ends.map((outcome) => (
          <Menu.Item key={outcome} className="menu-i" onClick={() => ask(outcome)}>
            {texts.reply.outcome.action[outcome]}
          </Menu.Item>
        ))}
        {again && (
          <Menu.Item className="menu-i" onClick={resend}>
            {words.resend}
          </Menu.Item>
        )}
        {may("spam") && (
          <Menu.Item className="menu-i" onClick={() => run("spam")}>
            {words.toSpam}
            <kbd className="end">!</kbd>
          </Menu.Item>
        )}
        {request.link && (
          <Menu.LinkItem className="menu-i" href={request.link} target="_blank" rel="noopener">
            {texts.request.sent}
          </Menu.LinkItem>
        )}
        {mayForget && (
          <>
            <Menu.Separator className="menu-l" />
            <Menu.Item className="menu-i alert" onClick={() => ask("forget")}>
              {words.forget}
            </Menu.Item>
          </>
        )}
      </MenuPopup>
    </Menu.Root>
  );
}
