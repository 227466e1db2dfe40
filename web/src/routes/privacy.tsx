import { textPage } from "./text-page";

export const privacy = textPage("privacy");
