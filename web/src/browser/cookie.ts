/** Sets a cookie for all paths, for `maxAge` seconds; 0 deletes it. By default it is SameSite Lax, and Secure over HTTPS. */
export function writeCookie(
  name: string,
  value: string,
  maxAge: number,
  sameSite = location.protocol === "https:" ? "Lax; Secure" : "Lax",
): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=${sameSite}`;
}
