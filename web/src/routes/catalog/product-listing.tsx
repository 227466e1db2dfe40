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

/** ProductListing shows a list of products with its filters and a cart button in each row. */
export function ProductListing(props: Omit<ListingSectionProps, "action">) {
  const { language } = usePage();
  return (
    <ListingSection
      // Remount on a change of language: useListing must not show the previous language's list.
      key={language}
      action={(item) => <ItemAction item={item} />}
      sheet={(label, body) => <FilterPanel label={label}>{body}</FilterPanel>}
      {...props}
    />
  );
}

/** FilterPanel renders outside the page, which is inert while the panel is open. */
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

/** ItemAction links a family to its sizes; any other product has an add button. */
function ItemAction({ item: { product, variation, of } }: { item: ListingItem }) {
  const { language } = usePage();
  if (variation) return <AddButton item={variationCartItem(product, variation, language)} />;
  if (of > 1 || isFamily(product)) return <VariantsLink product={product} />;
  return <AddButton item={productCartItem(product)} />;
}
