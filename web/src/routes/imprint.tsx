import { textPage } from "./text-page";

export const imprint = textPage("imprint");
