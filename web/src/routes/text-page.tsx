import type { ReactNode } from "react";
import { textPageBlock } from "../content/blocks";
import { plainText } from "../content/plain-text";
import { useContent } from "../content/use-content";
import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import type { RouteModule } from "../router/route-module";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { Breadcrumbs } from "../ui/breadcrumbs";
import { Markup } from "../ui/markup";
import { PageTitle } from "../ui/page-title";
import "../ui/prose.css";

function TextPage({ slug, children }: { slug: string; children?: ReactNode }) {
  const { language } = usePage();
  const block = useContent(textPageBlock(slug, language));
  const content = translation(block.data?.[0], language);
  const lang = languageOf(content, language);
  if (block.loading) return <LoadingBlock />;
  return (
    <>
      <Breadcrumbs current={content?.title ?? ""} lang={lang} />
      <PageTitle title={content?.title} lang={lang} />
      {block.error && <FailedBlock reload={block.reload} />}
      <div className="wrap">
        <Markup className="prose" of="pages_translations.content" html={content?.content} lang={lang} />
        {children}
      </div>
    </>
  );
}

/**
 * textPage returns the module of a page with a title and one text, the record of
 * `pages` with the slug, and then what the program itself says.
 */
export function textPage(slug: string, children?: ReactNode): RouteModule {
  return {
    queries: ({ language }) => [textPageBlock(slug, language)],
    metadata: ({ language }, read) => {
      const record = read(textPageBlock(slug, language))?.[0];
      return {
        title: plainText(translation(record, language)?.title),
        description: "",
        languages: record?.translations_languages,
      };
    },
    Component: () => <TextPage slug={slug}>{children}</TextPage>,
  };
}
