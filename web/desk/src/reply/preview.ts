import { previewOffer } from "../api/reply-queries";
import type { Offer } from "../api/reply-schemas";

/** Until a file that was opened is forgotten, in milliseconds. */
const kept = 60_000;

/** Opens the PDF of an offer in a tab of its own, marked as a draft. */
export async function openPreview(reference: string, offer: Offer): Promise<void> {
  // The tab opens with the press; a browser may refuse it later.
  const tab = window.open("", "_blank");
  try {
    const address = URL.createObjectURL(await previewOffer(reference, offer));
    setTimeout(() => URL.revokeObjectURL(address), kept);
    if (tab) tab.location.href = address;
    else location.assign(address);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
