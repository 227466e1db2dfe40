import { useSettings } from "./language";

/** Applies the chosen theme to the document, and follows changes of it and of the device's. */
export function followTheme(): void {
  const device = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const { theme } = useSettings.getState();
    document.documentElement.dataset.theme = theme === "system" ? (device.matches ? "dark" : "light") : theme;
  };
  device.addEventListener("change", apply);
  useSettings.subscribe(apply);
  apply();
}
