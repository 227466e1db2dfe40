import { Media } from "../ui/media";
import { pictureOf } from "../ui/picture";
import "./scene-band.css";

/** SceneBand shows a picture or a silent film in full width, above a page's call to action. */
export function SceneBand({ media, poster }: { media: unknown; poster?: unknown }) {
  const file = pictureOf(media);
  const still = pictureOf(poster);
  if (!file && !still) return null;
  return (
    <div className="range-band">
      <Media file={file} poster={still} slot="scene" />
    </div>
  );
}
