import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "../api/client";
import { useConnection } from "../api/connection";
import { beginSetup, type Draft, readSetup } from "../api/settings";
import { clockTime } from "../model/dates";
import { Icon, LogoMark } from "../parts/icon";
import { LanguageChoice } from "../parts/language-choice";
import { Empty, errorText, Loading } from "../parts/messages";
import { useLanguage, useTexts } from "../texts/language";
import { useSetupTexts } from "../texts/setup";
import { AccountStep } from "./account-step";
import { CompanyStep } from "./company-step";
import { ContentStep } from "./content-step";
import { DoneStep } from "./done-step";
import { MailStep } from "./mail-step";
import { useDraft } from "./use-draft";

/** What a step is given. */
export interface StepProps {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  go: (step: number) => void;
}

/** Opens the set-up with the token of the address, which is removed at once, and reads what was typed before. */
async function open(): Promise<{ owner: boolean; draft: Draft }> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token !== null) {
    history.replaceState(history.state, "", location.pathname);
    try {
      await beginSetup(token);
    } catch (error) {
      // A used link in the browser that used it, or a site that has its owner: what it has opened is open still.
      if (!(error instanceof ApiError) || (error.status !== 401 && error.status !== 409)) throw error;
    }
  }
  return readSetup();
}

/** The set-up of a new site. */
export function Setup() {
  const texts = useTexts();
  const words = useSetupTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  const [opened, setOpened] = useState<{ owner: boolean; draft: Draft } | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const begun = useRef(false);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  useEffect(() => {
    if (begun.current) return; // a link works once, and React runs effects twice while developing
    begun.current = true;
    open().then(setOpened, (error: unknown) => {
      if (error instanceof ApiError && error.code === "SIGN_IN") {
        useConnection.setState({ signedOut: false });
        void navigate({ to: "/sign-in", search: { next: "/setup" } });
      } else setFailed(error);
    });
  }, [navigate]);
  if (failed !== null) {
    const expired = failed instanceof ApiError && failed.code === "CREDENTIALS";
    return (
      <main id="main" role="alert">
        <Empty
          title={expired ? words.expired : texts.errors.broken}
          text={expired ? words.expiredText : errorText(failed, texts)}
        >
          {expired ? (
            <span className="m">ferrule users setup-link</span>
          ) : (
            <button className="b" type="button" onClick={() => location.reload()}>
              {texts.errors.reload}
            </button>
          )}
        </Empty>
      </main>
    );
  }
  if (!opened) return <Loading text="…" />;
  return <Steps {...opened} />;
}

function Steps({ owner: owned, draft: initial }: { owner: boolean; draft: Draft }) {
  const words = useSetupTexts();
  const language = useLanguage();
  const { draft, change, saved } = useDraft(initial);
  const [owner, setOwner] = useState(owned);
  // Steps after the account need its session; those before it are open again.
  const step = Math.min(Math.max(draft.step, 1), owner ? 5 : 2);
  const title = useRef<HTMLDivElement>(null);
  const name = words.steps[step - 1] ?? "";
  useEffect(() => {
    document.title = words.setupTitle(step, name);
  }, [words, step, name]);
  const go = (next: number) => {
    change({ step: next });
    title.current?.focus();
    window.scrollTo(0, 0);
  };
  const props = { draft, change, go };
  return (
    <div className="su">
      <aside>
        <p className="lg-logo">
          <LogoMark />
          {draft.company.name || "Ferrule"}
        </p>
        <nav aria-label={words.stepsLabel}>
          <ol>
            {words.steps.map((each, at) => (
              <li
                key={each}
                className={at + 1 < step ? "done" : ""}
                {...(at + 1 === step ? { "aria-current": "step" as const } : {})}
              >
                <span className="m">{at + 1}</span>
                {each}
                {at + 1 < step && <Icon name="check" />}
              </li>
            ))}
          </ol>
        </nav>
        <LanguageChoice className="su-c rowx" />
        <p>{words.aside}</p>
      </aside>
      <main id="main">
        <div ref={title} tabIndex={-1}>
          {step === 1 && <CompanyStep {...props} />}
          {step === 2 && <AccountStep {...props} owner={owner} made={() => setOwner(true)} />}
          {step === 3 && <MailStep {...props} />}
          {step === 4 && <ContentStep {...props} />}
          {step === 5 && <DoneStep {...props} />}
        </div>
        <p className="mut" role="status">
          {saved === "waiting" ? words.draftLater : saved && words.draftSaved(clockTime(saved.at, language))}
        </p>
      </main>
    </div>
  );
}
