import { create } from "zustand";

type Name = "palette" | "keys" | "sign-out";

/** Which of the frame's windows is open. */
export const useOverlay = create<{ name: Name | null }>()(() => ({ name: null }));

export function openOverlay(name: Name): void {
  useOverlay.setState({ name });
}

export function closeOverlay(): void {
  useOverlay.setState({ name: null });
}
