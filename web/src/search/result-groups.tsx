import type { ReactNode } from "react";
import type { ListingItem } from "../content/listing";
import type { SearchCategory, SearchDocument, SearchReply } from "../content/search";
import { formatBytes, formatNumber } from "../i18n/formats";
import { useItemMeasure } from "../i18n/listing-values";
import { useUnits } from "../i18n/use-units";
import { usePage } from "../router/page-context";
import { Link } from "../ui/link";
import { articlePicture, fileUrl, PartStage } from "../ui/picture";
import { Highlighted } from "../ui/search-highlight/highlighted";
import { addressOf, marksOf, nameOf } from "./entries";
import { type Option, rowProps } from "./option";
import { useSearchTexts } from "./texts";
import { useSizesText } from "./use-sizes-text";

/** sideCount returns the number of rows of the groups beside the main list. */
export function sideCount(reply: SearchReply): number {
  return familiesOf(reply).length + reply.categories.length + reply.documents.length;
}

/** With the focus on families, they are the main list. */
function familiesOf({ focus, families }: SearchReply): readonly ListingItem[] {
  return focus === "families" ? [] : families;
}

/**
 * ResultGroups shows the products, categories and documents beside the main list.
 * `option` gives the properties of a row in the overlay; its index counts all
 * groups.
 */
export function ResultGroups({
  reply,
  option,
}: {
  reply: SearchReply;
  option?: ((index: number) => Option) | undefined;
}) {
  const texts = useSearchTexts();
  const { categories, documents, products } = reply;
  const marks = marksOf(reply);
  const families = familiesOf(reply);
  return (
    <>
      {families.length > 0 && (
        <Group name={texts.families} count={products} grid={option !== undefined}>
          {families.map((family, index) => (
            <GroupRow key={family.product.id} option={option?.(index)}>
              <FamilyLink family={family} marks={marks} />
            </GroupRow>
          ))}
        </Group>
      )}
      {categories.length > 0 && (
        <Group name={texts.categories} count={categories.length} grid={option !== undefined}>
          {categories.map((category, index) => (
            <GroupRow key={category.slug} option={option?.(families.length + index)}>
              <CategoryLink category={category} marks={marks} />
            </GroupRow>
          ))}
        </Group>
      )}
      {documents.length > 0 && (
        <Group name={texts.documents} count={documents.length} grid={option !== undefined}>
          {documents.map((document, index) => (
            <GroupRow
              key={`${document.id} ${document.product}`}
              option={option?.(families.length + categories.length + index)}
            >
              <DocumentLink document={document} marks={marks} />
            </GroupRow>
          ))}
        </Group>
      )}
    </>
  );
}

function Group({ name, count, grid, children }: { name: string; count: number; grid: boolean; children: ReactNode }) {
  const { language } = usePage();
  const number = <span className="mono mut">{formatNumber(count, language)}</span>;
  // A grid has no place for headings and lists: its groups are row groups with a name.
  return grid ? (
    <div className="find-g" role="rowgroup" aria-label={name}>
      <p className="find-g-h" aria-hidden="true">
        {name} {number}
      </p>
      <div className="find-links">{children}</div>
    </div>
  ) : (
    <section className="find-g">
      <h2 className="find-g-h">
        {name} {number}
      </h2>
      <ul className="find-links">{children}</ul>
    </section>
  );
}

function GroupRow({ option, children }: { option: Option | undefined; children: ReactNode }) {
  return option ? (
    <div {...rowProps(option)}>
      <div role="gridcell">{children}</div>
    </div>
  ) : (
    <li>{children}</li>
  );
}

/** FamilyLink shows a family, also if only one of its sizes matches: that one is in the main list. */
function FamilyLink({ family, marks }: { family: ListingItem; marks: readonly string[] }) {
  const { language } = usePage();
  const { product } = family;
  const measure = useItemMeasure();
  const system = useUnits();
  const sizes = useSizesText()(family);
  const { name, lang } = nameOf({ product, variation: null }, language);
  const dn = measure(family, ["dn", "nps"]).value;
  const tube = measure(family, ["tube-od"]);
  const range = dn
    ? `${system === "imperial" || !("dn" in family.values) ? "NPS" : "DN"}\u00a0${dn}`
    : tube.value && `d₁\u00a0${tube.value}\u00a0${tube.unit}`;
  return (
    <Link href={addressOf({ product, variation: null })}>
      <PartStage file={articlePicture(product, null, language)} slot="list" />
      <span>
        <b lang={lang}>
          <Highlighted text={name} marks={marks} />
        </b>
        <small>{[family.of > 1 && sizes, range].filter(Boolean).join(", ")}</small>
      </span>
    </Link>
  );
}

function CategoryLink({
  category: { slug, title, articles },
  marks,
}: {
  category: SearchCategory;
  marks: readonly string[];
}) {
  const { language } = usePage();
  return (
    <Link className="is-plain" href={`/catalog/${slug}`}>
      <b>
        <Highlighted text={title} marks={marks} />
      </b>
      <span className="mono mut">{formatNumber(articles, language)}</span>
    </Link>
  );
}

function DocumentLink({
  document: { id, title, type, filesize },
  marks,
}: {
  document: SearchDocument;
  marks: readonly string[];
}) {
  const { language } = usePage();
  const format = (type.split("/").at(-1) ?? "").slice(0, 4).toUpperCase();
  return (
    <a href={fileUrl(id)}>
      <span className="find-doc mono" aria-hidden="true">
        {format}
      </span>
      <span>
        <b>
          <Highlighted text={title} marks={marks} />
        </b>
        <small>{[format, filesize && formatBytes(filesize, language)].filter(Boolean).join(", ")}</small>
      </span>
    </a>
  );
}
