import { timings } from "../../constants";
import { indexAt, indexShowing, scrollLeftOf, stepFrom, stopsOf } from "./slider-stops";

/** Where a slider stands, and the last index it can go to. */
export interface SliderPosition {
  index: number;
  max: number;
}

/** The cards of a track: what its first child holds. */
export function cardsOf(track: HTMLElement | null): HTMLElement[] {
  return [...(track?.firstElementChild?.children ?? [])].filter((card) => card instanceof HTMLElement);
}

/** Moves a track to its stops. `data-moving` switches snapping off, only while it does or is dragged. */
export class SliderMotion {
  private stops: readonly number[] = [0];
  /** The step under way and the index it goes to. */
  private current: { animation: Animation; index: number } | null = null;
  private readonly track: HTMLElement;
  private readonly show: (place: SliderPosition) => void;

  /** `show` is told the place whenever it may have changed. */
  constructor(track: HTMLElement, show: (place: SliderPosition) => void) {
    this.track = track;
    this.show = show;
  }

  get rtl(): boolean {
    return getComputedStyle(this.track).direction === "rtl";
  }

  /** Takes the stops from the cards as they are now. */
  measure(): void {
    this.stops = stopsOf({
      visible: this.track.clientWidth,
      content: this.track.scrollWidth,
      cards: cardsOf(this.track).map((card) => card.getBoundingClientRect()),
      rtl: this.rtl,
    });
    this.follow();
  }

  /** Takes the index from where the track was scrolled to; during a step it is known already. */
  follow(): void {
    this.showPlace(this.index);
  }

  /** So many cards on, or back; during a step from where that goes. */
  step(cards: number): void {
    this.goTo(stepFrom(this.index, cards, this.stops));
  }

  /** To where the card that holds an element is seen whole. */
  reveal(element: Node): void {
    const cards = cardsOf(this.track);
    const first = cards[0]?.getBoundingClientRect();
    const card = cards.find((candidate) => candidate.contains(element))?.getBoundingClientRect();
    if (!first || !card) return;
    const start = this.rtl ? first.right - card.right : card.left - first.left;
    const index = indexShowing({ start, end: start + card.width }, this.index, this.stops, this.track.clientWidth);
    this.goTo(index);
  }

  /** Stops where it is; the track is the visitor's until `rest`. */
  halt(): void {
    this.current?.animation.cancel();
    this.current = null;
  }

  /** Takes the track along with the hand. */
  drag(scrollLeft: number): void {
    this.halt();
    this.track.dataset.moving = "drag";
    this.track.scrollLeft = scrollLeft;
  }

  /** After a halt or a drag: to the nearest card. */
  rest(): void {
    if (this.track.dataset.moving !== undefined && !this.current) this.goTo(this.index);
  }

  /** Halts and leaves nothing behind. */
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
    // CSS cannot animate scrollLeft: an animation without keyframes lends its clock and its curve.
    const animation = track.animate([], {
      duration: timings.sliderStep,
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
