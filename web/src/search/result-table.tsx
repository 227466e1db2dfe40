import type { ReactNode } from "react";
import type { ListingItem } from "../content/listing";
import type { SearchArticle, SearchReply } from "../content/search";
import { formatNumber } from "../i18n/formats";
import { useItemMeasure } from "../i18n/listing-values";
import { usePage } from "../router/page-context";
import { Icon } from "../ui/icon";
import { Link } from "../ui/link";
import { CellValue } from "../ui/list";
import { articlePicture, PartStage } from "../ui/picture";
import { Highlighted } from "../ui/search-highlight/highlighted";
import { StockCell } from "../ui/stock";
import { AddField } from "../ui/add-field";
import type { SearchCart } from "./cart";
import { addressOf, type Entry, marksOf, nameOf } from "./entries";
import { type Option, rowProps } from "./option";
import { numberOf } from "./quick-article";
import { Head, type HeadCell, useHeads } from "./result-head";
import { useSearchTexts } from "./texts";
import { useSizesText } from "./use-sizes-text";
import "./search.css";

/** The number of rows whose pictures load eagerly. */
const eagerRows = 6;

/**
 * ResultTable shows the main list of a search. `option` gives the properties of a
 * row in the overlay, where the table is a part of a grid; the page's table is a
 * plain one.
 */
export function ResultTable({
  entries,
  reply,
  cart,
  option,
}: {
  entries: readonly Entry[];
  reply: SearchReply;
  cart: SearchCart;
  option?: ((index: number) => Option) | undefined;
}) {
  const heads = useHeads(reply.columns, entries);
  const marks = marksOf(reply);
  const grid = option !== undefined;
  return (
    <table className="list find-t" role={grid ? "none" : undefined}>
      <colgroup>
        <col className="k-pic" />
        <col />
        {heads.map(({ slug, size, place }) => (
          <col key={slug} className={`${place} k-${size}`} />
        ))}
        <col className="k-st" />
        <col className="k-act" />
      </colgroup>
      <Head heads={heads} grid={grid} />
      <tbody role={grid ? "rowgroup" : undefined}>
        {entries.flatMap((entry, index) => {
          const group = groupOf(entry);
          const before = entries[index - 1];
          const cells = { heads, marks, index, grid };
          return [
            group !== "" && group !== (before ? groupOf(before) : "") && (
              <GroupRow key={group} group={group} heads={heads} grid={grid} />
            ),
            entry.kind === "article" ? (
              <ArticleRow
                key={entry.key}
                article={entry.article}
                initial={reply.quantity ?? 1}
                cart={cart}
                option={option?.(index)}
                {...cells}
              />
            ) : (
              <FamilyRow key={entry.key} family={entry.family} option={option?.(index)} {...cells} />
            ),
          ];
        })}
      </tbody>
    </table>
  );
}

function groupOf(entry: Entry): "" | "higher" | "near" {
  return entry.kind === "article" ? entry.article.group : "";
}

function GroupRow({ group, heads, grid }: { group: "higher" | "near"; heads: readonly HeadCell[]; grid: boolean }) {
  const texts = useSearchTexts();
  const role = grid ? "gridcell" : undefined;
  // A cell for each column that narrow windows hide: a cell that spans hidden columns would keep their width.
  const hidden = heads.filter(({ place }) => place !== "c-own");
  return (
    <tr className="find-grp" role={grid ? "row" : undefined}>
      <td colSpan={heads.length - hidden.length + 4} role={role}>
        {texts[group]}
      </td>
      {hidden.map(({ slug, place }) => (
        <td key={slug} className={place} role={role}>
          {"\u00a0"}
        </td>
      ))}
    </tr>
  );
}

interface RowProps {
  heads: readonly HeadCell[];
  marks: readonly string[];
  index: number;
  grid: boolean;
  option: Option | undefined;
}

function ArticleRow({
  article,
  initial,
  cart,
  ...row
}: { article: SearchArticle; initial: number; cart: SearchCart } & RowProps) {
  const texts = useSearchTexts();
  const { language } = usePage();
  const number = numberOf(article);
  const inCart = cart.quantityOf(article);
  return (
    <Row
      {...row}
      item={article}
      sub={
        <>
          <Highlighted text={number} marks={row.marks} number />
          {/* The space separates them for screen readers. */}
          {inCart > 0 && " "}
          {inCart > 0 && <b className="find-in">{texts.inCart(formatNumber(inCart, language))}</b>}
        </>
      }
      action={
        <AddField
          // Articles of one name differ by their numbers.
          name={[nameOf(article, language).name, number].filter(Boolean).join(", ")}
          initial={initial}
          onAdd={(quantity, added) =>
            cart.add(article, quantity, () => {
              added();
              row.option?.onAdded(article, quantity);
            })
          }
        />
      }
    />
  );
}

function FamilyRow({ family, ...row }: { family: ListingItem } & RowProps) {
  const { language } = usePage();
  const sizes = useSizesText()(family);
  return (
    <Row
      {...row}
      item={family}
      // A family's own number belongs to one of its sizes.
      sub={useItemMeasure()(family, ["standard"]).value}
      action={
        <Link className="list-sizes" href={addressOf(family)} aria-label={`${nameOf(family, language).name}: ${sizes}`}>
          <span>{sizes}</span>
          <span className="mono">{formatNumber(family.articles, language)}</span>
          <Icon name="arrow-right" />
        </Link>
      }
    />
  );
}

function Row({
  item,
  sub,
  action,
  heads,
  marks,
  index,
  grid,
  option,
}: RowProps & {
  item: Pick<ListingItem, "product" | "variation" | "values" | "stock">;
  sub: ReactNode;
  action: ReactNode;
}) {
  const { language } = usePage();
  const { name, lang } = nameOf(item, language);
  const role = grid ? "gridcell" : undefined;
  return (
    <tr {...rowProps(option)}>
      <td className="c-pic" role={role}>
        <PartStage
          file={articlePicture(item.product, item.variation, language)}
          slot="list"
          eager={index < eagerRows}
        />
      </td>
      <td className="c-name" role={role}>
        <h3 lang={lang}>
          <Link href={addressOf(item)}>
            <Highlighted text={name} marks={marks} />
          </Link>
        </h3>
        <span className="sub mono">{sub}</span>
      </td>
      {heads.map(({ slug, name: head, symbol, numeric, place }) => (
        <td
          key={slug}
          className={`mono ${place}${numeric ? " num" : ""}`}
          data-s={place === "c-own" && symbol !== head ? symbol : undefined}
          role={role}
        >
          <CellValue slug={slug} value={item.values[slug]} />
        </td>
      ))}
      <td className="c-st" role={role}>
        <StockCell quantity={item.stock} />
      </td>
      <td className="act c-act" role={role}>
        {action}
      </td>
    </tr>
  );
}
