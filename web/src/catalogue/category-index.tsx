import type { Categories } from "../content/model.gen";
import { useArticleCount } from "../content/use-article-count";
import { formatNumber } from "../i18n/formats";
import { useSiteTexts } from "../i18n/site-texts";
import { defineTexts } from "../i18n/texts";
import { usePage } from "../router/page-context";
import { BelowTheFold } from "../ui/below-the-fold";
import { Chip } from "../ui/chip";
import { Link } from "../ui/link";
import { PartStage } from "../ui/picture";
import { useCategoryTitle } from "./category-title";
import { useArticlesText } from "./listing-texts";
import "./category-index.css";
import "../ui/chip.css";

const useCatalogueTexts = defineTexts({
  "de-DE": { standard: "Norm" },
  "en-US": { standard: "Standard" },
  "fr-FR": { standard: "Norme" },
  "it-IT": { standard: "Norma" },
});

/** The rows rendered at once; they fill a common window height. */
const firstRows = 8;

/** CategoryIndex shows one row per category with its picture, facts and subcategories. */
export function CategoryIndex({ categories }: { categories: readonly Categories[] }) {
  const rows = categories.map((category) => <CategoryRow key={category.id} category={category} />);
  return (
    <div className="index">
      {rows.slice(0, firstRows)}
      <BelowTheFold>{rows.slice(firstRows)}</BelowTheFold>
    </div>
  );
}

function CategoryRow({ category }: { category: Categories }) {
  const texts = useCatalogueTexts();
  const { toCategory } = useSiteTexts();
  const { title, lang } = useCategoryTitle(category);
  const countOf = useArticleCount();
  const articlesText = useArticlesText();
  return (
    <article className="index-row">
      <PartStage file={category.thumbnail} slot="catalogue-row" />
      <div className="it">
        <h2 lang={lang}>
          <Link href={`/catalog/${category.slug}`} title={toCategory}>
            {title}
          </Link>
        </h2>
        <p className="mut t-small">{articlesText(countOf(category))}</p>
        <div className="chips">
          {category.standard && <Chip name={texts.standard} value={category.standard} />}
          {category.pressure_range && <Chip name="PN" value={category.pressure_range} />}
        </div>
      </div>
      <ul className="subs">
        {(category.childrens ?? []).map((child) => (
          <li key={child.id}>
            <SubcategoryLink category={child} />
          </li>
        ))}
      </ul>
    </article>
  );
}

function SubcategoryLink({ category }: { category: Categories }) {
  const countOf = useArticleCount();
  const { language } = usePage();
  const { title, lang } = useCategoryTitle(category);
  return (
    <Link href={`/catalog/${category.slug}`} lang={lang}>
      {title}
      <span className="mono tnum">{formatNumber(countOf(category), language)}</span>
    </Link>
  );
}
