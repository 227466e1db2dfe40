import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { AddButton } from "../../cart/add-button";
import { productCartItem, variationCartItem } from "../../catalogue/create-cart-item";
import { ListingSection, type ListingSectionProps } from "../../catalogue/listing-section";
import { isFamily } from "../../catalogue/bundle-part";
import { VariantsLink } from "../../catalogue/variants-link";
import type { ListingItem } from "../../content/listing";
import { usePhase } from "../../router/overlay-stack";
import { usePage } from "../../router/page-context";
import { Panel } from "../../shell/overlay";

/** A list of products with its filters, as every page has it: with the cart at the end of its rows. */
export function ProductListing(props: Omit<ListingSectionProps, "action">) {
  const { language } = usePage();
  return (
    <ListingSection
      // What one language's list holds is not shown in another's.
      key={language}
      action={(item) => <ItemAction item={item} />}
      sheet={(label, body) => <FilterPanel label={label}>{body}</FilterPanel>}
      {...props}
    />
  );
}

/** It stands beside the page, which is inert under it. */
function FilterPanel({ label, children }: { label: string; children: ReactNode }) {
  const shown = usePhase("filters") !== undefined;
  if (!shown) return null;
  return createPortal(
    <Panel name="filters" label={label}>
      {children}
    </Panel>,
    document.body,
  );
}

/** Families lead to their sizes; everything else goes straight into the cart. */
function ItemAction({ item: { product, variation, of } }: { item: ListingItem }) {
  const { language } = usePage();
  if (variation) return <AddButton item={variationCartItem(product, variation, language)} />;
  if (of > 1 || isFamily(product)) return <VariantsLink product={product} />;
  return <AddButton item={productCartItem(product)} />;
}
