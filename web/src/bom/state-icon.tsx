import { Icon } from "../ui/icon";
import type { RowState } from "./line-choices";

/** Icons that only this window needs; those of ui/icon.tsx are in the first scripts of every page. */
const paths = {
  pen: "M4 20l1-5L16 4l4 4L9 19z",
  question: "M9 9a3 3 0 116 0c0 2-3 2.3-3 4.5M12 17v.5",
};

/** StateIcon shows the state of a line; its name stands beside it. */
export function StateIcon({ state }: { state: RowState }) {
  switch (state) {
    case "sure":
      return <Icon name="check" />;
    case "none":
      return <Icon name="close" />;
    case "ask":
      return <OwnIcon name="question" />;
    case "free":
      return <OwnIcon name="pen" />;
  }
}

/** OwnIcon is a decorative icon, as Icon is. */
export function OwnIcon({ name }: { name: keyof typeof paths }) {
  return (
    <svg className="ico" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
