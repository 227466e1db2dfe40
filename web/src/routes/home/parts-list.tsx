import type { Categories, CategoriesTranslations } from "../../content/model.gen";
import { useArticleCount } from "../../content/use-article-count";
import { formatNumber } from "../../i18n/formats";
import { defineTexts } from "../../i18n/texts";
import { languageOf, translation } from "../../i18n/translation";
import { usePage } from "../../router/page-context";
import { Link } from "../../ui/link";

const usePartsTexts = defineTexts({
  "de-DE": { category: "Kategorie", subcategories: "Unterkategorien", standard: "Norm", items: "Artikel" },
  "en-US": { category: "Category", subcategories: "Subcategories", standard: "Standard", items: "Items" },
  "fr-FR": { category: "Catégorie", subcategories: "Sous-catégories", standard: "Norme", items: "Articles" },
  "it-IT": { category: "Categoria", subcategories: "Sottocategorie", standard: "Norma", items: "Articoli" },
});

/** The maximum number of subcategories that a row names. */
const maxNamed = 5;

export interface CategoryEntry {
  node: Categories;
  text: CategoriesTranslations | undefined;
  title: string;
  href: string;
}

/** PartsList shows categories in the form of a drawing's parts list. */
export function PartsList({ entries }: { entries: readonly CategoryEntry[] }) {
  const texts = usePartsTexts();
  const countOf = useArticleCount();
  const { language } = usePage();
  return (
    <table className="bom">
      <thead>
        <tr>
          <th scope="col">{texts.category}</th>
          <th scope="col" className="opt">
            {texts.subcategories}
          </th>
          <th scope="col" className="opt">
            {texts.standard}
          </th>
          <th scope="col" className="opt">
            PN
          </th>
          <th scope="col" className="num">
            {texts.items}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ node, text, title, href }) => (
          <tr key={node.id}>
            <td className="name">
              <Link href={href} lang={languageOf(text, language)}>
                {title}
              </Link>
            </td>
            <td className="opt mut t-small">{subcategoryNames(node, language)}</td>
            <td className="opt mono">{node.standard}</td>
            <td className="opt mono">{node.pressure_range}</td>
            <td className="num mono tnum">{formatNumber(countOf(node), language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function subcategoryNames(node: Categories, language: string): string {
  return (node.childrens ?? [])
    .flatMap((child) => translation(child, language)?.title || [])
    .slice(0, maxNamed)
    .join(", ");
}
