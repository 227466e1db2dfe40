import type { ReactNode } from "react";

/** A page's title over the full width, with a lead text beside it. */
export function PageHead({ title, lead, lang }: { title: ReactNode; lead?: ReactNode; lang?: string | undefined }) {
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
    </div>
  );
}
