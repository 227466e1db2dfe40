import { useMe } from "../api/use-me";
import { Empty } from "../parts/messages";
import { useTexts } from "../texts/language";

/** What a role without requests sees in their place. */
export function NoRequests() {
  const me = useMe();
  const texts = useTexts();
  return (
    <main id="main">
      <div className="head">
        <h1 className="h1">{texts.title}</h1>
      </div>
      <Empty title={texts.errors.forbidden} text={texts.errors.forbiddenText(texts.roles[me.role])} />
    </main>
  );
}
