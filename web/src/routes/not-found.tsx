import { errorScreen } from "./error-screen";

export const notFound = errorScreen(false);
