import type { BulkAction } from "../api/queries";
import type { Row } from "../api/schemas";
import { allowed, mayEnd } from "../model/changes";
import { useTexts } from "../texts/language";
import { Choice, type ChoiceItem } from "./choice";
import { useState } from "react";

/** Asks which state requests shall have. */
export function StateChoice({
  open,
  onClose,
  rows,
  run,
  end,
}: {
  open: boolean;
  onClose: () => void;
  rows: Pick<Row, "state">[];
  run: (action: BulkAction) => void;
  /** Asks for the reason of an outcome; not for many requests at once. */
  end?: (outcome: "won" | "lost") => void;
}) {
  const texts = useTexts();
  const words = texts.actions;
  const [query, setQuery] = useState("");
  const all: (Omit<ChoiceItem, "run"> & { id: BulkAction })[] = [
    { id: "answer", label: words.answer, icon: "check" },
    { id: "reopen", label: words.reopen, icon: "undo" },
    { id: "spam", label: words.toSpam, icon: "x" },
    { id: "release", label: words.release, icon: "check" },
  ];
  const items = all
    .filter(
      ({ id, label }) =>
        rows.some(({ state }) => allowed(id, state)) && label.toLowerCase().includes(query.toLowerCase()),
    )
    .map((item): ChoiceItem => ({ ...item, run: () => run(item.id) }));
  const ends = (["won", "lost"] as const)
    .map((outcome): ChoiceItem & { outcome: typeof outcome } => ({
      id: outcome,
      label: texts.reply.outcome.action[outcome],
      icon: outcome === "won" ? "check" : "x",
      outcome,
      run: () => end?.(outcome),
    }))
    .filter(
      ({ outcome, label }) =>
        end !== undefined &&
        rows.some(({ state }) => mayEnd(outcome, state)) &&
        label.toLowerCase().includes(query.toLowerCase()),
    );
  return (
    <Choice
      open={open}
      onClose={() => {
        setQuery("");
        onClose();
      }}
      label={words.stateTitle}
      placeholder={words.state}
      none={texts.palette.none}
      groups={[{ label: words.stateTitle, items: [...items, ...ends] }]}
      query={query}
      onQuery={setQuery}
    />
  );
}
