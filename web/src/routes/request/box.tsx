import type { ReactNode } from "react";
import { useAnswerDraft } from "./answer-draft";
import { useAnswerTexts } from "./answer-texts";
import "./answer.css";

/** Box is the answer's part of the page; its fields keep what is typed over a reload. */
export function Box({ className = "", children }: { className?: string; children: ReactNode }) {
  const part = useAnswerDraft<HTMLElement>();
  const texts = useAnswerTexts();
  return (
    <section ref={part} id="answer" data-answer="" className={`rq-box ${className}`.trim()} aria-label={texts.answer}>
      {children}
    </section>
  );
}
