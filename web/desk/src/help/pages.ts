/** The pages of the handbook, each in docs/desk in German and in English. */
export const helpPages = ["clerk", "owner"] as const;

export type HelpPage = (typeof helpPages)[number];
