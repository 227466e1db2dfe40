import { categoriesBlock } from "../../content/blocks";
import { findCategory } from "../../content/category-tree";
import type { Categories, IndexTranslations } from "../../content/model.gen";
import { relatedAll } from "../../content/relation";
import { useContent } from "../../content/use-content";
import { useArticleCount } from "../../content/use-article-count";
import { formatNumber } from "../../i18n/formats";
import { useSiteTexts } from "../../i18n/site-texts";
import { defineTexts } from "../../i18n/texts";
import { languageOf, translation } from "../../i18n/translation";
import { usePage } from "../../router/page-context";
import { FailedBlock, LoadingBlock } from "../../ui/block-state";
import { ButtonLink } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { PartStage } from "../../ui/picture";
import { Slider } from "../../ui/slider/slider";
import { type CategoryEntry, PartsList } from "./parts-list";
import "../../ui/section.css";
import "../../ui/category-card.css";

const useCategoryTexts = defineTexts({
  "de-DE": {
    title: "Sortiment",
    untitled: (id: number) => `Kategorie ${id}`,
  },
  "en-US": {
    title: "Range",
    untitled: (id: number) => `Category ${id}`,
  },
  "fr-FR": {
    title: "Gamme",
    untitled: (id: number) => `Catégorie ${id}`,
  },
  "it-IT": {
    title: "Gamma",
    untitled: (id: number) => `Categoria ${id}`,
  },
});

/** The maximum number of rows in the parts list; the catalogue has the rest. */
const maxRows = 12;

/** CategoriesSection shows the chosen categories (all if none are chosen) as picture cards and as a parts list. */
export function CategoriesSection({
  content,
  lang,
}: {
  content: IndexTranslations | undefined;
  lang: string | undefined;
}) {
  const texts = useCategoryTexts();
  const { toCatalog } = useSiteTexts();
  const { language } = usePage();
  const { data, error, loading, reload } = useContent(categoriesBlock(language));
  const tree: readonly Categories[] = data ?? [];
  const chosen = relatedAll(content?.categories_list, ({ categories_id }) => categories_id).flatMap((pictured) => {
    const node = findCategory(tree, pictured.id);
    return node ? [{ ...node, ...pictured }] : [];
  });
  const entries = (chosen.length > 0 ? chosen : tree).map((node): CategoryEntry => {
    const text = translation(node, language);
    return {
      node,
      text,
      title: text?.title || texts.untitled(node.id),
      href: `/catalog/${node.slug || `category-${node.id}`}`,
    };
  });
  return (
    <section className="wrap sec" id="categories">
      <div className="grid sec-head" lang={content?.categories_title ? lang : undefined}>
        <h2 className="t-display">{content?.categories_title || texts.title}</h2>
        {content?.categories_description && <p className="sec-lead">{content.categories_description}</p>}
      </div>
      {error && <FailedBlock reload={reload} />}
      {loading && <LoadingBlock />}
      {entries.length > 0 && (
        <>
          <Slider
            label={content?.categories_title || texts.title}
            heading={
              <p className="mut" lang={lang}>
                {content?.categories_subtitle}
              </p>
            }
          >
            {entries.map((entry) => (
              <CategoryCard key={entry.node.id} entry={entry} />
            ))}
          </Slider>
          <PartsList entries={entries.slice(0, maxRows)} />
        </>
      )}
      <div className="sec-act">
        <ButtonLink href="/catalog">{content?.categories_button || toCatalog}</ButtonLink>
      </div>
    </section>
  );
}

function CategoryCard({ entry: { node, text, title, href } }: { entry: CategoryEntry }) {
  const countOf = useArticleCount();
  const { language } = usePage();
  return (
    <li>
      <Link className="cat-card" href={href}>
        <PartStage file={node.thumbnail} slot="card" />
        <div className="cat-card-t">
          <h3 lang={languageOf(text, language)}>{title}</h3>
          <Icon name="arrow-right" />
          <span className="mono mut tnum">{formatNumber(countOf(node), language)}</span>
        </div>
      </Link>
    </li>
  );
}
