import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useAddToCart } from "../../cart/use-add-to-cart";
import { ListingSection, type ListingSectionProps } from "../../catalogue/listing-section";
import { usePhase } from "../../router/overlay-stack";
import { usePage } from "../../router/page-context";
import { Panel } from "../../shell/overlay";

/** ProductListing shows a list of products with its filters, from which articles are added to the cart. */
export function ProductListing(props: Omit<ListingSectionProps, "onAdd">) {
  const { language } = usePage();
  const add = useAddToCart();
  return (
    <ListingSection
      // Remount on a change of language: useListing must not show the previous language's list.
      key={language}
      onAdd={add}
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
