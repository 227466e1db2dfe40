import { useRef, useState } from "react";
import { languageOf, translation } from "../content/translation";
import { usePage } from "../lib/page-context";
import { defineTexts } from "../lib/texts";
import { fileUrl, type PictureFile } from "../ui/picture";

const useFilmTexts = defineTexts({
  "de-DE": { play: "Film abspielen", pause: "Film anhalten" },
  "en-US": { play: "Play film", pause: "Pause film" },
  "fr-FR": { play: "Lire le film", pause: "Mettre le film en pause" },
  "it-IT": { play: "Riproduci il filmato", pause: "Metti in pausa il filmato" },
});

export type FilmFile = PictureFile & { type?: string | null };

/**
 * A short silent film with its own play and pause button; nothing of it is
 * loaded before that. `sources` in order of preference.
 */
export function Film({ sources, poster }: { sources: readonly FilmFile[]; poster: PictureFile | undefined }) {
  const texts = useFilmTexts();
  const { language } = usePage();
  const video = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const [first] = sources;
  if (!first) return null;
  const caption = translation(first, language);
  const toggle = () => {
    const film = video.current;
    if (!film) return;
    // A browser may refuse to play, to save data or power; then the poster stays.
    if (film.paused) film.play().catch(() => undefined);
    else film.pause();
  };
  return (
    <figure className="turn">
      <div className="turn-v">
        <video
          ref={video}
          muted
          loop
          playsInline
          preload="none"
          width={first.width ?? 960}
          height={first.height ?? 540}
          {...(poster ? { poster: fileUrl(poster.id) } : {})}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
        >
          {sources.map((file) => (
            <source key={file.id} src={fileUrl(file.id)} {...(file.type ? { type: file.type } : {})} />
          ))}
        </video>
      </div>
      <figcaption>
        <button
          type="button"
          className={playing ? "turn-b" : "turn-b is-paused"}
          aria-label={playing ? texts.pause : texts.play}
          onClick={toggle}
        >
          <i />
        </button>
        {caption?.alt && <span lang={languageOf(caption, language)}>{caption.alt}</span>}
      </figcaption>
    </figure>
  );
}
