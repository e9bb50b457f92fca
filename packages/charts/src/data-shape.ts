/** The properties of a result that decide which charts can show it. */
export interface DataShape {
  /** Dimensions along time, and the others. */
  readonly times: number;
  readonly names: number;
  /** Dimensions along time or numbers, which a line can follow. */
  readonly ordered: number;
  readonly measures: number;
  /** Whether all measures have the same unit, so that they can share an axis. */
  readonly alike: boolean;
  /** The shape of one panel, if the tile has small multiples. */
  readonly panel?: DataShape;
}
