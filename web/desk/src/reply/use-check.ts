import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { checkQuery } from "../api/reply-queries";
import type { Check, Offer } from "../api/reply-schemas";
import { queryClient } from "../api/queries";

/** Until a changed offer is calculated, in milliseconds. */
const rest = 300;

export interface Checked {
  check: Check | undefined;
  /** The amounts are those of an earlier text. */
  stale: boolean;
  failed: boolean;
  /** The amounts and problems of the offer as it is now. */
  now: () => Promise<Check>;
}

/** The amounts and problems of an offer, by the server, once typing has rested. */
export function useCheck(reference: string, offer: Offer, enabled: boolean): Checked {
  const body = JSON.stringify(offer);
  const [settled, setSettled] = useState(body);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(body), rest);
    return () => clearTimeout(timer);
  }, [body]);
  const { data, isPlaceholderData, isError } = useQuery({ ...checkQuery(reference, settled), enabled });
  return {
    check: data,
    stale: settled !== body || isPlaceholderData,
    failed: isError,
    now: () => queryClient.fetchQuery(checkQuery(reference, body)),
  };
}
