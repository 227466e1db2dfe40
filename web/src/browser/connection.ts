interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

function connection(): Connection {
  return (navigator as { connection?: Connection }).connection ?? {};
}

/** Reports whether data saver is on. */
export function savesData(): boolean {
  return connection().saveData === true;
}

/** Reports whether the connection is too slow for prefetching (2g). */
export function isSlow(): boolean {
  return /2g/.test(connection().effectiveType ?? "");
}
