import { StoredData } from "../shell/stored-data";
import { textPage } from "./text-page";

export const route = textPage("privacy", <StoredData />);
