import type { Size } from '../chart-props.ts';

/** The places of panels, all of the same size. */
export interface PanelGrid extends Size {
  readonly columns: number;
  /** The number of panels that fit. */
  readonly shown: number;
  readonly left: (index: number) => number;
  readonly top: (index: number) => number;
}

export interface GridSpace extends Size {
  /** Space for the labels of shared axes, beside and below all panels. */
  readonly start: number;
  readonly end: number;
  readonly bottom: number;
  /** Space above each panel. */
  readonly heading: number;
}

/** Smaller panels cannot be read. */
const least: Size = { width: 116, height: 72 };
const gap: Size = { width: 20, height: 14 };
/** The proportions that panels come close to. */
const proportion = 1.6;

/** As many panels as are legible, with as many in a row as give them good proportions. */
export function panelGrid(count: number, space: GridSpace): PanelGrid {
  const width = space.width - space.start - space.end;
  const height = space.height - space.bottom;
  const fits = (room: number, size: number, between: number) =>
    Math.max(1, Math.floor((room + between) / (size + between)));
  const maxColumns = Math.min(count, fits(width, least.width, gap.width));
  const maxRows = fits(height, least.height + space.heading, gap.height);
  const shown = Math.min(count, maxColumns * maxRows);
  const gridOf = (columns: number) => {
    const rows = Math.ceil(shown / columns);
    return {
      columns,
      rows,
      width: (width - (columns - 1) * gap.width) / columns,
      height: (height - (rows - 1) * gap.height) / rows - space.heading,
    };
  };
  const cost = ({ columns, rows, ...size }: ReturnType<typeof gridOf>) =>
    Math.abs(Math.log(size.width / Math.max(1, size.height) / proportion)) + (columns * rows - shown) * 0.2;
  const grids = Array.from({ length: maxColumns }, (_, index) => gridOf(index + 1)).filter(
    ({ rows }) => rows <= maxRows,
  );
  const best = grids.reduce((one, other) => (cost(other) < cost(one) ? other : one));
  return {
    ...best,
    shown,
    left: (index) => space.start + (index % best.columns) * (best.width + gap.width),
    top: (index) =>
      space.heading + Math.floor(index / best.columns) * (best.height + space.heading + gap.height),
  };
}
