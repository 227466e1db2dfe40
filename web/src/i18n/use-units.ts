import { create } from "zustand";
import { readStored, writeStored } from "../browser/storage";
import { storageKeys } from "../constants";
import type { UnitSystem } from "./units";

// The server always renders metric units; the visitor's choice is applied after
// hydration.

/** The chosen system; metric until local storage is read. */
export const useUnitStore = create<{ system: UnitSystem }>()(() => ({ system: "metric" }));

/** Returns the system of units in which values are shown. */
export function useUnits(): UnitSystem {
  return useUnitStore(({ system }) => system);
}

export function chooseUnits(system: UnitSystem): void {
  writeStored(storageKeys.units, system);
  useUnitStore.setState({ system });
}

/** Applies the stored choice and changes made in another tab; returns the function that stops it. */
export function followUnits(): () => void {
  const read = () =>
    useUnitStore.setState({ system: readStored(storageKeys.units) === "imperial" ? "imperial" : "metric" });
  // The key is null if the other tab has cleared local storage.
  const stored = ({ key }: StorageEvent) => {
    if (key === storageKeys.units || key === null) read();
  };
  read();
  window.addEventListener("storage", stored);
  return () => window.removeEventListener("storage", stored);
}
