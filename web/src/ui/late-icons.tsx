import { Icon } from "./icon";

// Icons that the first scripts do not need.

export function WarningIcon() {
  return <Icon path="M12 3.5L22 20.5H2zM12 10v5M12 17.6v.4" />;
}

export function DownloadIcon() {
  return <Icon path="M12 3v13M6.5 10.5L12 16l5.5-5.5M4 21h16" />;
}
