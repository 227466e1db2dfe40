import { Link } from "@tanstack/react-router";
import { useSetupTexts } from "../texts/setup";

/** The area of settings, which owners have. */
export function SettingsLink() {
  return (
    <Link className="only-d" to="/settings/$page" params={{ page: "requests" }}>
      {useSetupTexts().settings}
    </Link>
  );
}
