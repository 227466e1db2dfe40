import { Suspense } from "react";
import { renderToString } from "react-dom/server";
import { type ContentCache, ContentProvider } from "../content/cache";
import { footerBlock, headerBlock } from "../content/shell-blocks";
import { type PageContext, PageProvider } from "../router/page-context";
import { Footer } from "./late-parts";

/** The last footer of each prefix and language, with the content that it was rendered from. */
const rendered = new Map<string, { content: string; markup: string }>();

/**
 * Returns the HTML of a page's footer, rendered once for each prefix, language
 * and content. It is two fifths of the rendering of the imprint, the shortest page.
 */
export function footerMarkup(page: PageContext, cache: ContentCache): string {
  const { prefix, language } = page;
  const key = `${prefix} ${language}`;
  const content = JSON.stringify([cache.entry(footerBlock(language)), cache.entry(headerBlock(language))]);
  const last = rendered.get(key);
  if (last?.content === content) return last.markup;
  const markup = renderToString(
    <ContentProvider value={cache}>
      <PageProvider value={page}>
        <Suspense>
          <Footer />
        </Suspense>
      </PageProvider>
    </ContentProvider>,
  );
  rendered.set(key, { content, markup });
  return markup;
}
