import type { SiteTime } from "../content/sent-request";
import { formatMoment } from "../i18n/formats";
import { usePage } from "../router/page-context";

/** A time in the site's time zone, with the zone: the same as in mails and documents. */
export function Moment({ at: { time, zone } }: { at: SiteTime }) {
  const { language } = usePage();
  return (
    <time dateTime={time} className="tnum">
      {formatMoment(time, language)} {zone}
    </time>
  );
}
