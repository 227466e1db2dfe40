import { useState } from "react";
import { type Listing, listingBlock } from "../content/listing";
import { useContent } from "../content/use-content";
import { usePage } from "../router/page-context";
import type { Selection } from "./selection";

/** useListing loads the list of a selection; while it loads, the previous list remains. */
export function useListing(category: string, selection: Selection) {
  const { language } = usePage();
  const block = useContent(listingBlock(category, selection, language));
  const [listing, setListing] = useState<Listing | undefined>(block.data);
  if (block.data && block.data !== listing) setListing(block.data);
  return { ...block, listing: block.data ?? listing };
}
