/** A pointer gesture in progress. It ends with exactly one call of `drop` or `cancel`. */
export interface Gesture {
  /** `dx` and `dy`: pixels since the start, including scrolling. `pointer`: its position in the window. */
  move(dx: number, dy: number, pointer: { readonly x: number; readonly y: number }): void;
  drop(): void;
  cancel(): void;
}
