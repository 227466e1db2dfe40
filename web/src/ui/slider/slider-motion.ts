import { sliders } from "../../lazy-constants";
import { indexAt, indexShowing, scrollLeftOf, stepFrom, stopsOf } from "./slider-stops";

/** The current index of a slider and its largest index. */
export interface SliderPosition {
  index: number;
  max: number;
}

/** Returns the cards of a track: the children of its first child. */
export function cardsOf(track: HTMLElement | null): HTMLElement[] {
  return [...(track?.firstElementChild?.children ?? [])].filter((card) => card instanceof HTMLElement);
}

/** Scrolls a track to its stops. `data-moving` disables scroll snapping during a step or a drag. */
export class SliderMotion {
  private stops: readonly number[] = [0];
  /** The running step and its target index. */
  private current: { animation: Animation; index: number } | null = null;
  private readonly track: HTMLElement;
  private readonly show: (place: SliderPosition) => void;

  /** `show` is called with the position whenever it may have changed. */
  constructor(track: HTMLElement, show: (place: SliderPosition) => void) {
    this.track = track;
    this.show = show;
  }

  get rtl(): boolean {
    return getComputedStyle(this.track).direction === "rtl";
  }

  /** Measures the stops from the current layout of the cards. */
  measure(): void {
    this.stops = stopsOf({
      visible: this.track.clientWidth,
      content: this.track.scrollWidth,
      cards: cardsOf(this.track).map((card) => card.getBoundingClientRect()),
      rtl: this.rtl,
    });
    this.follow();
  }

  /** Updates the index from the scroll position; during a step it is already set. */
  follow(): void {
    this.showPlace(this.index);
  }

  /** Steps by a number of cards, negative for back; during a step from its target. */
  step(cards: number): void {
    this.goTo(stepFrom(this.index, cards, this.stops));
  }

  /** Scrolls so that the card with an element is completely visible. */
  reveal(element: Node): void {
    const cards = cardsOf(this.track);
    const first = cards[0]?.getBoundingClientRect();
    const card = cards.find((candidate) => candidate.contains(element))?.getBoundingClientRect();
    if (!first || !card) return;
    const start = this.rtl ? first.right - card.right : card.left - first.left;
    const index = indexShowing({ start, end: start + card.width }, this.index, this.stops, this.track.clientWidth);
    this.goTo(index);
  }

  /** Stops a running step, for a drag or native scrolling, until `rest`. */
  halt(): void {
    this.current?.animation.cancel();
    this.current = null;
  }

  /** Scrolls the track during a drag. */
  drag(scrollLeft: number): void {
    this.halt();
    this.track.dataset.moving = "drag";
    this.track.scrollLeft = scrollLeft;
  }

  /** Scrolls to the nearest card after a halt or a drag. */
  rest(): void {
    if (this.track.dataset.moving !== undefined && !this.current) this.goTo(this.index);
  }

  /** Stops a running step and removes `data-moving`. */
  end(): void {
    this.halt();
    delete this.track.dataset.moving;
  }

  private get index(): number {
    return this.current?.index ?? indexAt(this.track.scrollLeft, this.stops);
  }

  private goTo(index: number): void {
    const { track } = this;
    const from = track.scrollLeft;
    const to = scrollLeftOf(index, this.stops, this.rtl);
    this.halt();
    this.showPlace(index);
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      delete track.dataset.moving;
      track.scrollLeft = to;
      return;
    }
    track.dataset.moving = "step";
    // scrollLeft cannot be animated by CSS: an animation without keyframes provides timing and easing.
    const animation = track.animate([], {
      duration: sliders.step,
      easing: getComputedStyle(track).getPropertyValue("--ease-in-out").trim(),
    });
    this.current = { animation, index };
    const frame = () => {
      if (this.current?.animation !== animation) return;
      const progress = animation.effect?.getComputedTiming().progress ?? null;
      track.scrollLeft = progress === null ? to : from + (to - from) * progress;
      if (progress === null) this.end();
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  private showPlace(index: number): void {
    this.show({ index, max: this.stops.length - 1 });
  }
}
