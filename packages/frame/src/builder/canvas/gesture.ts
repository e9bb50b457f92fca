/** Something that goes on while a pointer is down: each ends by exactly one of `drop` and `cancel`. */
export interface Gesture {
  /** So many pixels from where it began, scrolling included, with the pointer at this place of the window. */
  move(dx: number, dy: number, pointer: { readonly x: number; readonly y: number }): void;
  drop(): void;
  cancel(): void;
}
