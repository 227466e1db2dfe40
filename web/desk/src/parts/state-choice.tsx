import type { BulkAction } from "../api/queries";
import type { Row } from "../api/schemas";
import { allowed } from "../model/changes";
import { useTexts } from "../texts/language";
import { Choice, type ChoiceItem } from "./choice";
import { useState } from "react";

/** Asks which state requests shall have. */
export function StateChoice({
  open,
  onClose,
  rows,
  run,
}: {
  open: boolean;
  onClose: () => void;
  rows: Pick<Row, "state">[];
  run: (action: BulkAction) => void;
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
    .map((item) => ({ ...item, run: () => run(item.id) }));
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
      groups={[{ label: words.stateTitle, items }]}
      query={query}
      onQuery={setQuery}
    />
  );
}
