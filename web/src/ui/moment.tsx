import { useEffect, useState } from "react";
import { formatMoment } from "../i18n/formats";
import { usePage } from "../router/page-context";

/** A timestamp (ISO 8601, UTC): rendered in UTC by the server, after hydration in the visitor's time zone. */
export function Moment({ at }: { at: string }) {
  const { language } = usePage();
  const [east, setEast] = useState<number | null>(null);
  useEffect(() => setEast(-new Date(at).getTimezoneOffset()), [at]);
  return (
    <time dateTime={at} className="tnum">
      {formatMoment(at, language, east ?? 0)}
      {east === null && " UTC"}
    </time>
  );
}
