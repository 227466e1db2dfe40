/** Sets a cookie for all paths, for `maxAge` seconds; 0 deletes it. Over TLS it is Secure. */
export function writeCookie(
  name: string,
  value: string,
  maxAge: number,
  sameSite = location.protocol === "https:" ? "Lax; Secure" : "Lax",
): void {
  document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=${sameSite}`;
}
