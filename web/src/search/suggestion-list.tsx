import type { ReactNode } from "react";
import type { ListingItem, Suggestions } from "../content/listing";
import { formatNumber } from "../i18n/formats";
import { languageOf, translation } from "../i18n/translation";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { PartStage } from "../ui/picture";
import { Highlighted } from "../ui/search-highlight/highlighted";
import { Stock } from "../ui/stock";
import { searchAddress } from "./examples";
import { useSearchTexts } from "./texts";

export const suggestionListId = "search-suggestions";

/** optionId returns the id of a suggestion, for aria-activedescendant; the index starts at 0. */
export function optionId(index: number): string {
  return `${suggestionListId}-${index}`;
}

/** countOptions returns the number of options: products, categories and the link to all results. */
export function countOptions({ items, categories }: Suggestions): number {
  return items.length > 0 || categories.length > 0 ? items.length + categories.length + 1 : 0;
}

/** SuggestionList shows suggestions as the options of the field; `chosen` is the index of the active option, -1 for none. */
export function SuggestionList({ q, found, chosen }: { q: string; found: Suggestions; chosen: number }) {
  const texts = useSearchTexts();
  const { language } = usePage();
  const { items, categories, products, search } = found;
  const option = (index: number) => ({ id: optionId(index), chosen: index === chosen });
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus stays in the field
    <div id={suggestionListId} className="find-list" role="listbox" aria-label={texts.field}>
      {items.length > 0 && (
        <Group name={texts.products} className="find-products">
          {items.map((item, index) => (
            <ProductOption key={item.product.id} item={item} marks={search.marks} {...option(index)} />
          ))}
        </Group>
      )}
      <div className="find-side">
        {categories.length > 0 && (
          <Group name={texts.categories}>
            {categories.map(({ slug, title, products }, index) => (
              <Option key={slug} {...option(items.length + index)} href={`/catalog/${slug}`}>
                <span>
                  <Highlighted text={title} marks={search.marks} />
                </span>
                <span className="mono tnum mut">{formatNumber(products, language)}</span>
              </Option>
            ))}
          </Group>
        )}
        <Option {...option(items.length + categories.length)} href={searchAddress(q)} className="find-all">
          <span>{texts.all(products, formatNumber(products, language))}</span>
          <Icon name="arrow-right" />
        </Option>
      </div>
    </div>
  );
}

function Group({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={name} className={className}>
      <span className="find-h" aria-hidden="true">
        {name}
      </span>
      {children}
    </div>
  );
}

function Option({
  id,
  chosen,
  href,
  className,
  children,
}: {
  id: string;
  chosen: boolean;
  href: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Link
      id={id}
      href={href}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      className={`find-opt ${className ?? ""}`.trim()}
    >
      {children}
    </Link>
  );
}

function ProductOption({
  item,
  marks,
  id,
  chosen,
}: {
  item: ListingItem;
  marks: readonly string[];
  id: string;
  chosen: boolean;
}) {
  const texts = useSearchTexts();
  const { language } = usePage();
  const { product, variation, articles, of, stock } = item;
  const text = translation(product, language);
  const title = translation(variation, language)?.title;
  const query = variation?.sku ? `?variant=${encodeURIComponent(variation.sku)}` : "";
  return (
    <Option id={id} chosen={chosen} href={`/product/${product.slug}${query}`} className="find-product">
      <PartStage file={variation?.thumbnail ?? product.thumbnail} slot="list" />
      <span className="find-name">
        <b lang={languageOf(text, language)}>
          <Highlighted text={[text?.name, title].filter(Boolean).join(" ") || (product.sku ?? "")} marks={marks} />
        </b>
        <span className="find-no mut">
          <span className="mono">
            <Highlighted text={variation?.sku ?? product.sku ?? ""} marks={marks} number />
          </span>
          {of > 1 && !variation && (
            <span className="t-small">
              {texts.variants(formatNumber(articles, language), formatNumber(of, language))}
            </span>
          )}
        </span>
      </span>
      <Stock quantity={stock} />
    </Option>
  );
}
