/** searchAddress returns the address of the results page. */
export function searchAddress(q: string): string {
  return q === "" ? "/search" : `/search?q=${encodeURIComponent(q)}`;
}
