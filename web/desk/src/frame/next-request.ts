import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { overviewQuery } from "../api/queries";

/** Returns the function that opens the request that is due next. */
export function useNextRequest(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    const { due } = await client.fetchQuery(overviewQuery);
    const first = due[0];
    if (first) await navigate({ to: "/requests/$reference", params: { reference: first.reference } });
    else await navigate({ to: "/requests", search: { view: "open" } });
  };
}
