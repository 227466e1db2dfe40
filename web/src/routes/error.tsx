import { errorScreen } from "./error-screen";

export const error = errorScreen(true);
