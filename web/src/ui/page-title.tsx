import type { ReactNode } from "react";
import "./page-title.css";

/** A page's title across the full width, with a lead text or (`side`) a control beside it. */
export function PageTitle({
  title,
  lead,
  side,
  lang,
}: {
  title: ReactNode;
  lead?: ReactNode;
  side?: ReactNode;
  lang?: string | undefined;
}) {
  return (
    <div className="wrap grid page-head">
      <h1 className="t-display" lang={lang}>
        {title}
      </h1>
      {lead && (
        <p className="side t-lead mut" lang={lang}>
          {lead}
        </p>
      )}
      {side && <div className="side">{side}</div>}
    </div>
  );
}
