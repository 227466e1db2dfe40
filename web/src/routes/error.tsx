import { errorScreen } from "./error-screen";

export const route = errorScreen(true);
