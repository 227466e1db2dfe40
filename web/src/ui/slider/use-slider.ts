import { type RefObject, useEffect, useRef, useState } from "react";
import { sliders } from "../../lazy-constants";
import { listenToInput } from "./slider-input";
import { cardsOf, SliderMotion, type SliderPosition } from "./slider-motion";
import { missingIn } from "./slider-stops";

/** A slider's state and its step function. */
interface Slider extends SliderPosition {
  /** The ref of the scrolling element, whose first child contains the cards. */
  ref: RefObject<HTMLElement | null>;
  canPrevious: boolean;
  canNext: boolean;
  /** Whether there are more cards than fit; false until measured. */
  overflow: boolean;
  /** Steps by a number of cards, negative for back. */
  step: (cards: number) => void;
}

/**
 * The behaviour of a horizontally scrolling row of cards (specification, points 2
 * and 9). `cards`: their number; 0 disables measuring.
 */
export function useSlider(cards: number): Slider {
  const ref = useRef<HTMLElement>(null);
  const motion = useRef<SliderMotion>(null);
  const [{ index, max }, setPlace] = useState<SliderPosition>({ index: 0, max: 0 });

  useEffect(() => {
    const track = ref.current;
    if (cards === 0) return undefined;
    const show = (place: SliderPosition) =>
      setPlace((shown) => (shown.index === place.index && shown.max === place.max ? shown : place));
    const moving = track && new SliderMotion(track, show);
    const stopListening = track && moving && listenToInput(track, moving);
    motion.current = moving;

    let timer: ReturnType<typeof setTimeout>;
    let retries = 0;
    const measure = () => {
      const { tries, every } = sliders.measure;
      const widths = cardsOf(track).map((card) => card.offsetWidth);
      const missing = missingIn(track && track.clientWidth, widths);
      if (!missing) {
        retries = 0;
        moving?.measure();
      } else if (retries < tries) {
        retries += 1;
        console.warn(`Slider measuring: ${missing}, retry ${retries} of ${tries}`);
        timer = setTimeout(measure, every);
      } else {
        retries = 0;
        console.warn(`Slider measuring: ${missing}, given up`);
      }
    };
    const observer = new ResizeObserver(() => {
      if (retries > 0) return; // a retry is already scheduled
      clearTimeout(timer);
      timer = setTimeout(measure, sliders.resize);
    });
    measure();
    if (track) observer.observe(track);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      stopListening?.();
      moving?.end();
      motion.current = null;
    };
  }, [cards]);

  return {
    ref,
    index,
    max,
    canPrevious: index > 0,
    canNext: index < max,
    overflow: max > 0,
    step: (count) => motion.current?.step(count),
  };
}
