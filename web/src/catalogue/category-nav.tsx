import type { Categories } from "../content/model.gen";
import { useArticleCount } from "../content/use-article-count";
import { formatNumber } from "../i18n/formats";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { Link } from "../ui/link";
import { PartStage } from "../ui/picture";
import { useCategoryTitle } from "./category-title";
import "./category.css";

const useNavTexts = defineTexts({
  "de-DE": { subcategories: "Unterkategorien" },
  "en-US": { subcategories: "Subcategories" },
  "fr-FR": { subcategories: "Sous-catégories" },
  "it-IT": { subcategories: "Sottocategorie" },
});

/** Subcategories links to a list of categories and marks `current`, the id of the page's category. */
export function Subcategories({ categories, current }: { categories: readonly Categories[]; current: number }) {
  const texts = useNavTexts();
  if (categories.length === 0) return null;
  return (
    <nav className="wrap" aria-label={texts.subcategories}>
      <div className="subcats">
        {categories.map((category) => (
          <SubcategoryCell key={category.id} category={category} current={category.id === current} />
        ))}
      </div>
    </nav>
  );
}

function SubcategoryCell({ category, current }: { category: Categories; current: boolean }) {
  const { language } = usePage();
  const { title, lang } = useCategoryTitle(category);
  const countOf = useArticleCount();
  return (
    <Link href={`/catalog/${category.slug}`} lang={lang} aria-current={current ? "page" : undefined}>
      <PartStage file={category.thumbnail} slot="subcategory" className="subcat-pic" />
      <span className="subcat-t">
        {title} <span className="mono mut tnum">{formatNumber(countOf(category), language)}</span>
      </span>
    </Link>
  );
}
