import { type RefObject, useEffect, useRef, useState } from "react";
import { savesData } from "../browser/connection";
import { defineTexts } from "../i18n/texts";
import { fileUrl, Picture, type PictureFile, posterUrl } from "./picture";
import type { PictureSlot } from "./picture-slots";

const useFilmTexts = defineTexts({
  "de-DE": { play: "Film abspielen", pause: "Film anhalten" },
  "en-US": { play: "Play film", pause: "Pause film" },
  "fr-FR": { play: "Lire le film", pause: "Mettre le film en pause" },
  "it-IT": { play: "Riproduci il filmato", pause: "Metti in pausa il filmato" },
});

/** A film starts when this share of it is in view. */
const startsAt = 0.5;

/** Whether films wait for the visitor, who wants less motion or saves data. */
function filmsWait(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches || savesData();
}

// A browser may refuse to play, to save data or power; then the poster stays.
function play(film: HTMLVideoElement): void {
  film.play().catch(() => undefined);
}

/** Starts a film in view and rests it out of view, until the visitor decides. */
function useFilm(video: RefObject<HTMLVideoElement | null>): { playing: boolean; toggle: () => void } {
  const [playing, setPlaying] = useState(false);
  const decided = useRef(false);
  useEffect(() => {
    const film = video.current;
    if (!film) return undefined;
    const follow = () => setPlaying(!film.paused);
    film.addEventListener("play", follow);
    film.addEventListener("pause", follow);
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.at(-1);
        if (!seen || decided.current) return;
        if (seen.intersectionRatio >= startsAt) play(film);
        else if (!seen.isIntersecting) film.pause();
      },
      { threshold: [0, startsAt] },
    );
    if (!filmsWait()) observer.observe(film);
    return () => {
      observer.disconnect();
      film.removeEventListener("play", follow);
      film.removeEventListener("pause", follow);
    };
  }, [video]);
  const toggle = () => {
    const film = video.current;
    if (!film) return;
    decided.current = true;
    if (film.paused) play(film);
    else film.pause();
  };
  return { playing, toggle };
}

/** A file of the content system that may be a picture or a film. */
export type MediaFile = PictureFile & { type?: string | null };

/**
 * A picture, or a silent film with its button to pause it; of a film nothing is
 * loaded before it starts. `poster`: what stands in for the film until then,
 * and for a missing file. Both fill the place they are put in.
 */
export function Media({
  file,
  poster,
  slot = "scene-column",
  decorative = false,
}: {
  file: MediaFile | undefined;
  poster?: MediaFile | undefined;
  slot?: PictureSlot;
  decorative?: boolean;
}) {
  if (file?.type?.startsWith("video/")) return <Film file={file} poster={poster} decorative={decorative} />;
  const picture = file ?? poster;
  return picture ? <Picture file={picture} slot={slot} decorative={decorative} className="scene" /> : null;
}

function Film({ file, poster, decorative }: { file: MediaFile; poster: MediaFile | undefined; decorative: boolean }) {
  const texts = useFilmTexts();
  const video = useRef<HTMLVideoElement>(null);
  const { playing, toggle } = useFilm(video);
  return (
    <>
      <video
        ref={video}
        className="scene"
        src={fileUrl(file.id)}
        {...(poster ? { poster: posterUrl(poster.id) } : {})}
        width={file.width ?? 960}
        height={file.height ?? 540}
        aria-hidden={decorative || undefined}
        muted
        loop
        playsInline
        preload="none"
      />
      <button
        type="button"
        className={playing ? "film-b" : "film-b is-paused"}
        aria-label={playing ? texts.pause : texts.play}
        onClick={toggle}
      >
        <i />
      </button>
    </>
  );
}
