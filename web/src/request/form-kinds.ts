/** The kinds of forms; each has its own draft. */
export const formKinds = ["cta", "contact", "support", "catalog", "menu", "cart"] as const;

export type FormKind = (typeof formKinds)[number];
