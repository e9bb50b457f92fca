/** How steps are shown: as slides, or below one another. */
export interface Stage {
  /** Brings a step into view; `isFirst` when the story opens. */
  show(index: number, isFirst?: boolean): void;
  close(): void;
}

export interface StageOptions {
  readonly list: HTMLElement;
  readonly steps: readonly HTMLElement[];
  /** A step came into view, by the viewer's scrolling or swiping. */
  readonly onReach: (index: number) => void;
}
