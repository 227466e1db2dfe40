import type { ReactNode } from "react";
import "./page-title.css";

/** A page's title across the full width, with a lead text or (`side`) a control beside it; `work`: of a working screen. */
export function PageTitle({
  title,
  lead,
  side,
  lang,
  work = false,
}: {
  title: ReactNode;
  lead?: ReactNode;
  side?: ReactNode;
  lang?: string | undefined;
  work?: boolean;
}) {
  return (
    <div className={`wrap grid page-head${work ? " page-head--work" : ""}`}>
      <h1 className={work ? undefined : "t-display"} lang={lang}>
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
