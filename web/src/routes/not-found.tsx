import { errorScreen } from "./error-screen";
import "./error-screen.css";
import "../ui/red-theme.css";

export const route = errorScreen(false);
