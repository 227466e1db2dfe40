import type { SentRequest, SiteTime } from "../../content/sent-request";
import { useAnswerTime } from "../../i18n/answer-time";
import { formatDay, formatDayAndTime } from "../../i18n/dates";
import { textsIn } from "../../i18n/texts";
import { usePage } from "../../router/page-context";
import { lastQuestion } from "./messages";
import { requestTexts } from "./texts";
import "./request-parts.css";

type StepState = "done" | "current" | "open" | "accepted" | "ended";

interface Step {
  label: string;
  state: StepState;
  /** When it was done, or by when it will be. */
  note: string;
}

/** Progress shows the steps of a request as a dimension line: solid is done, green is the present one. */
export function Progress({ request }: { request: SentRequest }) {
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const steps = useSteps(request);
  return (
    <ol className="rq-path" aria-label={texts.progress}>
      {steps.map(({ label, state, note }) => (
        <li key={label} className={`is-${state}`} aria-current={state === "current" ? "step" : undefined}>
          <b>{label}</b>
          <span className="tnum">{note}</span>
        </li>
      ))}
    </ol>
  );
}

function useSteps(request: SentRequest): readonly Step[] {
  const { stage, created, workSince, deadline, answeredAt, offer } = request;
  const { language } = usePage();
  const texts = textsIn(requestTexts, language);
  const answerTime = useAnswerTime();
  const at = ({ time, zone }: SiteTime) => `${formatDayAndTime(time, language)} ${zone}`;
  const { steps } = texts;
  const question = lastQuestion(request);
  const received: Step = { label: steps.received, state: stage === "received" ? "current" : "done", note: at(created) };
  const begun = workSince ? at(workSince) : "";
  switch (stage) {
    case "received":
    case "work":
    case "question": {
      const working = begun && texts.since(begun);
      const asked = question && texts.asked(at(question.at));
      const then = stage === "question" ? texts.afterReply(answerTime) : texts.by(at(deadline));
      return [
        received,
        stage === "received"
          ? { label: steps.work, state: "open", note: "" }
          : { label: steps.work, state: "current", note: (stage === "question" && asked) || working },
        { label: steps.offer, state: "open", note: then },
        { label: steps.decision, state: "open", note: "" },
      ];
    }
    case "answered":
      return [
        received,
        { label: steps.work, state: "done", note: begun },
        { label: steps.answered, state: "ended", note: answeredAt ? at(answeredAt) : "" },
      ];
    case "offered":
    case "accepted":
    case "declined":
    case "expired": {
      const decided = offer?.decidedAt ? at(offer.decidedAt) : "";
      const until = offer ? formatDay(offer.validUntil, language) : "";
      const last: Readonly<Record<typeof stage, Omit<Step, "label">>> = {
        offered: { state: "current", note: texts.until(until) },
        accepted: { state: "accepted", note: texts.acceptedAt(decided) },
        declined: { state: "ended", note: texts.declinedAt(decided) },
        expired: { state: "ended", note: texts.expiredAt(until) },
      };
      return [
        received,
        { label: steps.work, state: "done", note: begun },
        { label: steps.offer, state: "done", note: offer ? at(offer.sentAt) : "" },
        { label: steps.decision, ...last[stage] },
      ];
    }
  }
}
