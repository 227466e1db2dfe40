import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { ApiError, OfflineError } from "../api/client";
import { clockTime } from "../model/dates";
import type { Texts } from "../texts/de";
import { useLanguage, useTexts } from "../texts/language";

/** Says in the person's language what an error means. */
export function errorText(error: unknown, texts: Texts): string {
  if (error instanceof OfflineError) return texts.errors.offline;
  if (error instanceof ApiError) {
    switch (error.code) {
      case "CONFLICT":
      case "FORBIDDEN":
      case "NOT_FOUND":
      case "INVALID":
      case "UNAVAILABLE":
      case "TOO_MANY":
        return texts.errors[error.code];
    }
  }
  return texts.errors.other;
}

/** Nothing for 400 ms, then rows as hairlines and a sentence. */
export function Loading({ text }: { text: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 400);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="main stack" role="status">
      {late && (
        <>
          <div className="skel" aria-hidden="true">
            <i />
            <i />
            <i />
            <i />
          </div>
          <p className="mut">{text}</p>
        </>
      )}
    </div>
  );
}

/** What failed, since when, what still works, one button, an id. */
export function Failed({ title, error, at, retry }: { title: string; error: unknown; at: number; retry: () => void }) {
  const texts = useTexts();
  const language = useLanguage();
  return (
    <div className="main stack stack--s" role="alert">
      <h2 className="h2">{title}</h2>
      <p className="u4">
        {errorText(error, texts)} <span className="mut">({texts.errors.since(clockTime(at, language))})</span>
      </p>
      <div className="rowx">
        <button className="b" type="button" onClick={retry}>
          {texts.retry}
        </button>
        {error instanceof ApiError && <span className="m mut">{texts.errors.id(`${error.status} ${error.code}`)}</span>}
      </div>
    </div>
  );
}

/** Why there is nothing, and what to do. */
export function Empty({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="main stack stack--s">
      <h2 className="h2">{title}</h2>
      <p className="u4">{text}</p>
      {children && <div className="rowx">{children}</div>}
    </div>
  );
}
