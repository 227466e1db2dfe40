import { type RefObject, useEffect, useRef, useState } from "react";
import { savesData } from "../browser/connection";
import { defineTexts } from "../i18n/texts";
import { fileUrl, Picture, type PictureFile, posterUrl } from "./picture";
import type { PictureSlot } from "./picture-slots";
import "./media.css";

const useFilmTexts = defineTexts({
  "de-DE": { play: "Film abspielen", pause: "Film anhalten" },
  "en-US": { play: "Play film", pause: "Pause film" },
  "fr-FR": { play: "Lire le film", pause: "Mettre le film en pause" },
  "it-IT": { play: "Riproduci il filmato", pause: "Metti in pausa il filmato" },
});

/** The share of a film that must be in view for it to start. */
const startsAt = 0.5;

/** Reports whether films start only on request: with reduced motion or data saver. */
function startsOnRequest(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches || savesData();
}

// A browser may reject playback to save data or power; then the poster stays.
function play(film: HTMLVideoElement): void {
  film.play().catch(() => undefined);
}

/** Plays a film while it is in view, until the visitor uses its button. */
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
    if (!startsOnRequest()) observer.observe(film);
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

/** A file of the content system: a picture or a film. */
export type MediaFile = PictureFile & { type?: string | null };

/**
 * A picture, or a silent film with a pause button; a film is loaded when it
 * starts. `poster` is shown until then, and if the file is missing. Both fill
 * their container.
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
