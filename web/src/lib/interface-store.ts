import { create } from "zustand";

/** The overlays, of which one at most is open. */
export type Overlay = "catalogue" | "mobile" | "cart" | "request" | "policy" | "language";

interface Interface {
  open: Overlay | null;
  show: (overlay: Overlay) => void;
  toggle: (overlay: Overlay) => void;
  closeAll: () => void;
}

/** What lies over the page. Showing one overlay closes the other. */
export const useInterface = create<Interface>()((set) => ({
  open: null,
  show: (open) => set({ open }),
  toggle: (overlay) => set(({ open }) => ({ open: open === overlay ? null : overlay })),
  closeAll: () => set({ open: null }),
}));
