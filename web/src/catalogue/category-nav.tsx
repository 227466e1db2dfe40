import { useProductCount } from "../content/use-product-count";
import type { Categories } from "../content/model.gen";
import { Link } from "wouter";
import { formatNumber } from "../lib/format";
import { usePage } from "../lib/page-context";
import { defineTexts } from "../lib/texts";
import { PartStage } from "../ui/picture";
import { useCategoryTitle } from "./category-index";

const useNavTexts = defineTexts({
  "de-DE": { subcategories: "Unterkategorien", all: "Alle Kategorien" },
  "en-US": { subcategories: "Subcategories", all: "All categories" },
  "fr-FR": { subcategories: "Sous-catégories", all: "Toutes les catégories" },
  "it-IT": { subcategories: "Sottocategorie", all: "Tutte le categorie" },
});

/** The row of a category's subcategories. */
export function Subcategories({ categories }: { categories: readonly Categories[] }) {
  const texts = useNavTexts();
  if (categories.length === 0) return null;
  return (
    <nav className="wrap" aria-label={texts.subcategories}>
      <div className="subcats">
        {categories.map((category) => (
          <SubcategoryCell key={category.id} category={category} />
        ))}
      </div>
    </nav>
  );
}

function SubcategoryCell({ category }: { category: Categories }) {
  const countOf = useProductCount();
  const { language } = usePage();
  const { title, lang } = useCategoryTitle(category);
  return (
    <Link href={`/catalog/${category.slug}`} lang={lang}>
      <PartStage file={category.thumbnail} slot="subcategory" className="subcat-pic" />
      <b>{title}</b>
      <span className="mono mut tnum">{formatNumber(countOf(category), language)}</span>
    </Link>
  );
}

/** The tree of categories beside a list, with the way to the current one open. */
export function CategoryTree({
  categories,
  trail,
}: {
  categories: readonly Categories[];
  trail: readonly (string | null)[];
}) {
  const texts = useNavTexts();
  return (
    <nav className="facets tree" aria-label={texts.all}>
      <div className="facet">
        <h3>{texts.all}</h3>
        <Level categories={categories} trail={trail} />
      </div>
    </nav>
  );
}

function Level({ categories, trail }: { categories: readonly Categories[]; trail: readonly (string | null)[] }) {
  return (
    <ul>
      {categories.map((category) => (
        <Entry key={category.id} category={category} trail={trail} />
      ))}
    </ul>
  );
}

function Entry({ category, trail }: { category: Categories; trail: readonly (string | null)[] }) {
  const countOf = useProductCount();
  const { language } = usePage();
  const { title, lang } = useCategoryTitle(category);
  const open = trail.includes(category.slug);
  const current = trail.at(-1) === category.slug;
  const children = category.childrens ?? [];
  return (
    <li>
      <Link href={`/catalog/${category.slug}`} lang={lang} aria-current={current ? "page" : undefined}>
        {title}
        <span className="mono tnum">{formatNumber(countOf(category), language)}</span>
      </Link>
      {open && children.length > 0 && <Level categories={children} trail={trail} />}
    </li>
  );
}
