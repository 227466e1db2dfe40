import { useSuspenseQuery } from "@tanstack/react-query";
import { meQuery } from "./queries";
import type { Me, Right } from "./schemas";

/** The person who is signed in, whom the frame has loaded. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** Reports whether a person may do something; the server checks it again. */
export function can(me: Me, right: Right): boolean {
  return me.rights.includes(right);
}
