import { listLimits } from "../lazy-constants";
import { categoriesBlock } from "../content/blocks";
import type { Categories } from "../content/model.gen";
import { useContent } from "../content/use-content";
import { useArticleCount } from "../content/use-article-count";
import { formatNumber } from "../i18n/formats";
import { useSiteTexts } from "../i18n/site-texts";
import { languageOf, translation } from "../i18n/translation";
import { usePhase } from "../router/overlay-stack";
import { usePage } from "../router/page-context";
import { FailedBlock, LoadingBlock } from "../ui/block-state";
import { ButtonLink } from "../ui/button";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { PartStage } from "../ui/picture";
import { Slider } from "../ui/slider/slider";
import { useFirstFrame } from "../ui/use-first-frame";
import { Sheet } from "./overlay";
import { useOverlayTexts } from "./overlay-texts";
import { useFooterTexts } from "./footer-texts";
import "../ui/category-card.css";

/** The full-screen menu of the catalogue; its content is loaded when it is opened. */
export function CatalogueMenu() {
  return usePhase("catalogue") && <OpenMenu />;
}

/** A slider of category cards above a list of categories with their subcategories. */
function OpenMenu() {
  const { language } = usePage();
  const texts = useFooterTexts();
  const { subcategory } = useOverlayTexts();
  const { toCatalog } = useSiteTexts();
  const block = useContent(categoriesBlock(language));
  // The categories are hundreds of elements: the first frame paints the sheet without them.
  const painted = useFirstFrame();
  const categories = painted ? (block.data ?? []) : [];
  return (
    <Sheet name="catalogue" className="fm" label={texts.categories}>
      <div className="wrap">
        <Slider
          heading={<h2 className="t-h2">{texts.categories}</h2>}
          actions={
            <ButtonLink kind="primary" href="/catalog">
              {toCatalog}
            </ButtonLink>
          }
        >
          {categories.slice(0, listLimits.menuSlider).map((category) => (
            <li key={category.id}>
              <CategoryCard category={category} />
            </li>
          ))}
        </Slider>
        {block.loading && <LoadingBlock />}
        {block.error && <FailedBlock reload={block.reload} />}
        <ul className="fm-list">
          {categories.slice(0, listLimits.menuList).map((category) => (
            <li key={category.id}>
              <h3>
                <CategoryLink category={category} fallback={texts.category(category.id)} slug="category" />
              </h3>
              <ul>
                {(category.childrens ?? []).map((child) => (
                  <li key={child.id}>
                    <CategoryLink category={child} fallback={subcategory(child.id)} slug="subcategory" />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  );
}

function CategoryCard({ category }: { category: Categories }) {
  const countOf = useArticleCount();
  const { language } = usePage();
  const texts = useFooterTexts();
  const text = translation(category, language);
  return (
    <Link className="cat-card" href={`/catalog/${category.slug || `category-${category.id}`}`}>
      <PartStage file={category.thumbnail} slot="menu" />
      <div className="cat-card-t">
        <h3 lang={languageOf(text, language)}>{text?.title || texts.category(category.id)}</h3>
        <Icon name="arrow-right" />
        <span className="mono mut tnum">{formatNumber(countOf(category), language)}</span>
      </div>
    </Link>
  );
}

function CategoryLink({ category, fallback, slug }: { category: Categories; fallback: string; slug: string }) {
  const { language } = usePage();
  const text = translation(category, language);
  return (
    <Link href={`/catalog/${category.slug || `${slug}-${category.id}`}`} lang={languageOf(text, language)}>
      {text?.title || fallback}
    </Link>
  );
}
