import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { peopleQuery } from "../api/queries";
import type { Person } from "../api/schemas";
import { useTexts } from "../texts/language";
import { Choice } from "./choice";

interface Props {
  open: boolean;
  onClose: () => void;
  count: number;
  me: Person;
  choose: (person: Person | null) => void;
}

/** Asks who shall do it; oneself is the first. */
export function Assign({ open, onClose, count, me, choose }: Props) {
  const texts = useTexts();
  const [query, setQuery] = useState("");
  const { data } = useQuery({ ...peopleQuery, enabled: open });
  const people = [...(data ?? [])].toSorted(
    (a, b) => Number(b.id === me.id) - Number(a.id === me.id) || a.name.localeCompare(b.name),
  );
  const words = query.trim().toLowerCase();
  const items = [
    ...people.map((person) => ({
      id: person.id,
      label: person.name,
      icon: "people" as const,
      run: () => choose(person),
    })),
    { id: "", label: texts.actions.nobody, icon: "x" as const, run: () => choose(null) },
  ].filter(({ label }) => label.toLowerCase().includes(words));
  return (
    <Choice
      open={open}
      onClose={() => {
        setQuery("");
        onClose();
      }}
      label={texts.actions.assignTitle(count)}
      placeholder={texts.actions.assignFind}
      none={texts.actions.nobodyFound}
      groups={[{ label: texts.actions.assignTitle(count), items }]}
      query={query}
      onQuery={setQuery}
    />
  );
}
