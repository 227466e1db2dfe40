import type { Detail } from "../api/schemas";
import { Icon } from "../parts/icon";
import { useTexts } from "../texts/language";
import { MoreMenu } from "./head";
import type { Actions } from "./use-actions";

/** The actions at the foot of a phone. */
export function PhoneActions({ request, actions }: { request: Detail; actions: Actions }) {
  const texts = useTexts();
  const { may, run, ask, reply } = actions;
  if (request.state === "forgotten") return null;
  return (
    <div className="m-act">
      {reply && (
        <button className="b b--p" type="button" onClick={reply}>
          <Icon name="send" />
          {request.state === "expired" ? texts.reply.expired.again : texts.reply.title}
        </button>
      )}
      {!reply && may("answer") && (
        <button className="b b--p" type="button" onClick={() => run("answer")}>
          {texts.actions.answer}
        </button>
      )}
      {may("release") && (
        <button className="b b--p" type="button" onClick={() => run("release")}>
          {texts.actions.release}
        </button>
      )}
      {!reply && may("reopen") && (
        <button className="b" type="button" onClick={() => run("reopen")}>
          {texts.actions.reopen}
        </button>
      )}
      {may("assign") && (
        <button className="b b--i" type="button" aria-label={texts.actions.assign} onClick={() => ask("assign")}>
          <Icon name="people" />
        </button>
      )}
      {request.phone && request.state !== "spam" && (
        <a className="b b--i" href={`tel:${request.phone.replaceAll(/[^+\d]/g, "")}`} aria-label={texts.actions.call}>
          <Icon name="phone" />
        </a>
      )}
      <MoreMenu request={request} actions={actions} />
    </div>
  );
}
