import { create } from "zustand";
import { readStored, writeStored } from "../browser/storage";
import { storageKeys } from "../constants";
import type { UnitSystem } from "./units";

// The server writes metric units for everyone; a visitor's choice follows when
// the page is hydrated.

/** What is chosen; metric until the browser's store was read. */
export const useUnitStore = create<{ system: UnitSystem }>()(() => ({ system: "metric" }));

/** The system of units in which values are shown. */
export function useUnits(): UnitSystem {
  return useUnitStore(({ system }) => system);
}

export function chooseUnits(system: UnitSystem): void {
  writeStored(storageKeys.units, system);
  useUnitStore.setState({ system });
}

/** Takes over the stored choice, also one made in another tab; returns what ends it. */
export function followUnits(): () => void {
  const read = () =>
    useUnitStore.setState({ system: readStored(storageKeys.units) === "imperial" ? "imperial" : "metric" });
  // A key of null: the other tab cleared the whole store.
  const stored = ({ key }: StorageEvent) => {
    if (key === storageKeys.units || key === null) read();
  };
  read();
  window.addEventListener("storage", stored);
  return () => window.removeEventListener("storage", stored);
}
