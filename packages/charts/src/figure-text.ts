/** The number of a tile in words, for messages. */
export interface FigureText {
  readonly value: string;
  /** Of the value, such as `March 2026`; empty if it has none. */
  readonly period: string;
  /** `up 16%`, and `vs. February 2026`; empty without one. */
  readonly change: string;
  readonly versus: string;
  /** Whether the change is an improvement; undefined if there is none, or it rounds to nothing. */
  readonly isGood: boolean | undefined;
  /** `84% of €1M target`, and how much is missing. */
  readonly target: string;
}
