import type { ReactNode } from "react";
import type { CategoriesTranslations } from "../content/model.gen";

const parts = ["first", "second", "three", "four", "five"] as const;

/** SixPartBlock shows a category's five facts and a green cell that offers help. */
export function SixPartBlock({
  content,
  lang,
  help,
}: {
  content: CategoriesTranslations;
  lang: string | undefined;
  help: ReactNode;
}) {
  const cells = parts.flatMap((part) => {
    const title = content[`${part}_title`];
    const description = content[`${part}_description`];
    return title || description ? [{ part, title, description }] : [];
  });
  if (cells.length === 0 && !content.six_title) return null;
  return (
    <section className="wrap cat-six" lang={lang}>
      <div className="six">
        {cells.map(({ part, title, description }) => (
          <div key={part}>
            {title && <h2>{title}</h2>}
            {description && <p>{description}</p>}
          </div>
        ))}
        {content.six_title && (
          <div className="six-t">
            <h2>{content.six_title}</h2>
            {help}
          </div>
        )}
      </div>
    </section>
  );
}
