import { related } from "../content/relation";
import { translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Stock } from "../ui/stock";
import type { ArticleAdapter } from "./bill-of-materials";
import { free, type Row } from "./line-choices";
import type { Part } from "./look-up";
import { useBomTexts } from "./texts";

/** LineOptions offers the articles that a line may mean, and free text. */
export function LineOptions({
  row: { line, state, choice },
  articles,
  onChoose,
}: {
  row: Row;
  articles: ArticleAdapter;
  onChoose: (choice: number) => void;
}) {
  const { language } = usePage();
  const texts = useBomTexts();
  const group = `bom-choice-${line.id}`;
  const option = (index: number) => ({
    type: "radio",
    name: group,
    checked: state !== "ask" && choice === index,
    onChange: () => onChoose(index),
  });
  return (
    <>
      <div className="bom-options" role="radiogroup" aria-label={`${texts.which(line.differs)} ${line.text.trim()}`}>
        {line.items.map((part, index) => {
          const item = articles.itemOf(part, language);
          const stock = part.variation ? part.variation.stock : part.product.stock;
          return (
            <label key={item.uid}>
              <input {...option(index)} />
              <span>
                {valueOf(part, line.differs, language) || articles.nameOf(item, language)}{" "}
                <span className="mono">{item.sku}</span>
              </span>
              <Stock quantity={stock} />
            </label>
          );
        })}
        <label>
          <input {...option(free)} />
          <span>{texts.asFree}</span>
        </label>
      </div>
      {line.all > line.items.length && <p className="bom-why">{texts.more(line.items.length, line.all)}</p>}
    </>
  );
}

/** valueOf returns an article's value of the attribute with the slug, or "". */
function valueOf({ variation }: Part, slug: string | undefined, language: string): string {
  const row = variation?.attributes?.find(({ attribute }) => related(attribute)?.slug === slug);
  const value = related(row?.value);
  return (value && (translation(value, language)?.name || value.value)) || "";
}
