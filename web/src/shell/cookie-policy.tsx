import { textPageBlock } from "../content/blocks";
import { useContent } from "../content/use-content";
import { languageOf, translation } from "../i18n/translation";
import { useOverlays } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Markup } from "../ui/markup";
import { Decision, useCookieTexts } from "./cookie-banner";
import { Panel } from "./overlay";
import { StoredOnDevice } from "./stored-data";
import "./cookies.css";
import "../ui/prose.css";

/** The cookie policy, fetched when it is opened, with the same two answers as the banner. */
export function CookiePolicy() {
  const texts = useCookieTexts();
  const close = useOverlays((state) => state.close);
  return (
    <Panel name="policy" label={texts.policy} className="modal">
      {/* A scrolling element must be focusable to be scrolled by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above */}
      <section className="panel-b" aria-label={texts.policy} tabIndex={0}>
        <PolicyText />
        <div className="prose">
          <StoredOnDevice />
        </div>
      </section>
      <div className="panel-f">
        <Decision onDecided={() => close("policy")} />
      </div>
    </Panel>
  );
}

function PolicyText() {
  const { language } = usePage();
  const block = useContent(textPageBlock("cookie-policy", language));
  if (block.loading) return <LoadingBlock />;
  if (block.error) return <FailedBlock reload={block.reload} />;
  const text = translation(block.data?.[0], language);
  return (
    <Markup className="prose" of="pages_translations.content" html={text?.content} lang={languageOf(text, language)} />
  );
}
