import type { Row } from "../api/schemas";
import { useNow } from "../parts/clock";
import { useTexts } from "../texts/language";

const hour = 3_600_000;
/** Where the deadline stands on the drawing, and how wide an hour is. */
const zero = 80.5;
const perHour = (520 - zero) / 24;

/** The requests on a line of hours: overdue ones stand left of 0. */
export function Axis({ rows }: { rows: Row[] }) {
  const texts = useTexts();
  const now = useNow();
  return (
    <svg className="axis" viewBox="0 0 520 62" role="img" aria-label={texts.overview.axis}>
      <rect className="zone" x="0" y="8" width="80" height="30" />
      <path d="M0 38.5H520M80.5 4V38M190.5 34V38M300.5 34V38M410.5 34V38M519.5 34V38" />
      {rows.map(({ reference, deadline }) => {
        if (deadline === null) return null;
        const left = (Date.parse(deadline) - now) / hour;
        const x = Math.min(510, Math.max(0, zero + left * perHour - 5));
        const kind = left <= 0 ? "q q-late" : left < 4 ? "q q-soon" : "q";
        return <rect key={reference} className={kind} x={x} y="18" width="10" height="10" />;
      })}
      <text x="0" y="55">
        {texts.overview.axisLate}
      </text>
      <text x="77" y="55">
        0
      </text>
      {[6, 12, 18].map((hours) => (
        <text key={hours} x={zero + hours * perHour} y="55" textAnchor="middle">
          {hours} h
        </text>
      ))}
      <text x="520" y="55" textAnchor="end">
        24 h
      </text>
    </svg>
  );
}
