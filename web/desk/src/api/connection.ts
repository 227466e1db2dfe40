import { create } from "zustand";

interface Connection {
  /** When the connection broke; null while the server answers. */
  lostAt: number | null;
  /** The session ended while the application was in use. */
  signedOut: boolean;
  /** The server's clock minus that of this device, in milliseconds. */
  skew: number;
}

export const useConnection = create<Connection>()(() => ({ lostAt: null, signedOut: false, skew: 0 }));

/** Replies name whole seconds and travel for a while: a smaller difference of the clocks is not one. */
const smallestSkew = 5_000;

/** Records a reply by its Date header, or that none came. */
export function noteReply(date: string | null): void {
  const { lostAt, skew } = useConnection.getState();
  if (date === null) {
    if (lostAt === null) useConnection.setState({ lostAt: Date.now() });
    return;
  }
  const difference = Date.parse(date) - Date.now();
  const next = Math.abs(difference) < smallestSkew ? 0 : difference;
  if (Math.abs(next - skew) >= smallestSkew || (next === 0 && skew !== 0)) useConnection.setState({ skew: next });
  if (lostAt !== null) useConnection.setState({ lostAt: null });
}

/** Now, by the server's clock. */
export function serverNow(): number {
  return Date.now() + useConnection.getState().skew;
}
