import { sending } from "../lazy-constants";

/** retryDelay returns the exponential backoff after `tries` failed attempts, in ms. */
export function retryDelay(tries: number): number {
  const { first, most } = sending.again;
  return Math.min(first * 2 ** Math.max(0, tries - 1), most);
}
