import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { formatNumber } from "../../../src/i18n/formats";
import { articlesQuery } from "../api/reply-queries";
import type { Article } from "../api/reply-schemas";
import { formatAmount } from "../model/decimal";
import { Choice } from "../parts/choice";
import { useLanguage, useTexts } from "../texts/language";

/** Until typed words are searched, in milliseconds. */
const rest = 150;

/** Asks for an article by the site's search. `words`: what the visitor wrote. */
export function ArticleChoice({
  label,
  words,
  language: spoken,
  choose,
  onClose,
}: {
  label: string;
  words: string;
  language: string;
  choose: (article: Article) => void;
  onClose: () => void;
}) {
  const texts = useTexts();
  const language = useLanguage();
  const [query, setQuery] = useState(words);
  const [settled, setSettled] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query.trim()), rest);
    return () => clearTimeout(timer);
  }, [query]);
  const { data } = useQuery(articlesQuery(settled, spoken));
  const found = query.trim() === "" ? [] : (data ?? []);
  return (
    <Choice
      open
      onClose={onClose}
      label={label}
      placeholder={texts.reply.articleFind}
      none={query.trim() === "" ? texts.reply.articleTyping : texts.reply.articleNone}
      groups={[
        {
          label: texts.reply.articlesFound,
          items: found.map((article) => ({
            id: article.sku,
            label: article.name,
            icon: "file",
            detail: (
              <>
                <span className="m mut">{article.sku}</span>
                {article.stock !== null && (
                  <span className={article.stock > 0 ? "sk" : "sk sk--no"}>
                    {formatNumber(article.stock, language)}
                  </span>
                )}
                {article.price !== null && <span className="m">{formatAmount(article.price, language, 2)}</span>}
              </>
            ),
            run: () => choose(article),
          })),
        },
      ]}
      query={query}
      onQuery={setQuery}
    />
  );
}
