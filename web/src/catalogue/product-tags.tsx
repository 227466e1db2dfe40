import type { Products } from "../content/model.gen";
import { related } from "../content/relation";
import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import "../ui/chip.css";

/** ProductTags shows the tags of a product over the corner of its pictures. */
export function ProductTags({ product }: { product: Products }) {
  const { language } = usePage();
  const tags = (product.tags ?? []).flatMap(({ tags_id: tag }) => related(tag) ?? []);
  if (tags.length === 0) return null;
  return (
    <div className="chips gal-tags">
      {tags.map((tag) => {
        const text = translation(tag, language);
        return (
          <span className="tag" key={tag.id} lang={languageOf(text, language)}>
            {text?.title || tag.title}
          </span>
        );
      })}
    </div>
  );
}
