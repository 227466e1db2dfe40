import { usePage } from "../lib/page-context";
import { fileUrl, Picture, type PictureFile, pictureOf } from "../ui/picture";
import { figuresOf } from "./numbers";

type MediaFile = PictureFile & { type?: string | null };

/**
 * Figures under a ruler, beside a picture or a silent film. `list` is the
 * content's numbers_list as it came; `crop` says which part of the picture
 * stays in view.
 */
export function NumbersBand({
  title,
  list,
  media,
  poster,
  crop,
  lang,
}: {
  title: string;
  list: unknown;
  media?: unknown;
  poster?: unknown;
  crop: "macro-thread" | "flange-row";
  lang?: string | undefined;
}) {
  const { language } = usePage();
  const figures = figuresOf(list, language);
  return (
    <section className="band" id="numbers" lang={lang}>
      <Media file={pictureOf(media)} poster={pictureOf(poster)} crop={crop} />
      <div className="wrap">
        <div className="num-top">
          <h2 className="t-h1 t">{title}</h2>
        </div>
        {figures.length > 0 && (
          <ul className="scale">
            {figures.map(({ value, subtitle }) => (
              <li key={value + subtitle}>
                <b className="tnum">{value}</b>
                <span>{subtitle}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Media({ file, poster, crop }: { file: MediaFile | undefined; poster: MediaFile | undefined; crop: string }) {
  if (!file && !poster) return null;
  const film = file?.type?.startsWith("video/") ? file : undefined;
  const picture = film ? undefined : (file ?? poster);
  return (
    <div className={`num-media num-media--${crop}`} aria-hidden="true">
      {picture && <Picture file={picture} slot="scene-half" decorative className="scene" />}
      {film && (
        <video
          className="scene"
          src={fileUrl(film.id)}
          {...(poster ? { poster: fileUrl(poster.id) } : {})}
          width={film.width ?? 960}
          height={film.height ?? 540}
          muted
          loop
          playsInline
          preload="none"
        />
      )}
    </div>
  );
}
