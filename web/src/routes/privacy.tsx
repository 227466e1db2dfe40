import { textPage } from "./text-page";

export const route = textPage("privacy");
