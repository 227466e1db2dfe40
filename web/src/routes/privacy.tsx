import { StoredData } from "./privacy/stored-data";
import { textPage } from "./text-page";

export const route = textPage("privacy", <StoredData />);
