interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

function connection(): Connection {
  return (navigator as { connection?: Connection }).connection ?? {};
}

/** Whether the visitor has asked to save data. */
export function savesData(): boolean {
  return connection().saveData === true;
}

/** Whether the line has enough to do with what the visitor asks for. */
export function isSlow(): boolean {
  return /2g/.test(connection().effectiveType ?? "");
}
