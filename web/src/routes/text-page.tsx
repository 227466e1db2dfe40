import { textPageBlock } from "../content/blocks";
import { languageOf, translation } from "../content/translation";
import { useContent } from "../content/use-content";
import { usePage } from "../lib/page-context";
import { plainText } from "../lib/plain-text";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { Markup } from "../ui/markup";
import { PageHead } from "../ui/page-head";
import type { RouteModule } from "./module";

function TextPage({ slug }: { slug: string }) {
  const { language } = usePage();
  const block = useContent(textPageBlock(slug, language));
  const content = translation(block.data?.[0], language);
  const lang = languageOf(content, language);
  if (block.loading) return <LoadingBlock />;
  return (
    <>
      <Breadcrumbs current={content?.title ?? ""} />
      <PageHead title={content?.title} lang={lang} />
      {block.error && <FailedBlock reload={block.reload} />}
      <div className="wrap">
        <Markup className="prose" of="pages_translations.content" html={content?.content} lang={lang} />
      </div>
    </>
  );
}

function textPage(slug: string): RouteModule {
  return {
    queries: ({ language }) => [textPageBlock(slug, language)],
    head: ({ language }, read) => {
      const record = read(textPageBlock(slug, language))?.[0];
      return {
        title: plainText(translation(record, language)?.title),
        description: "",
        languages: record?.translations_languages,
      };
    },
    Component: () => <TextPage slug={slug} />,
  };
}

export const imprint = textPage("imprint");
export const privacy = textPage("privacy");
