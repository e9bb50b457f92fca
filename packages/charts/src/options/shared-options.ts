import type { OptionValues } from './chart-option.ts';
import type { EveryKindOptions } from './every-kind.ts';
import type { layout } from './layout.ts';
import type { legend } from './legend.ts';
import type { series } from './series.ts';
import type { x } from './x.ts';
import type { y } from './y.ts';

interface Shared {
  readonly x: typeof x;
  readonly y: typeof y;
  readonly series: typeof series;
  readonly layout: typeof layout;
  readonly legend: typeof legend;
}

/** The options that several kinds have, which the parts of charts read. */
export type SharedOptions = EveryKindOptions & OptionValues<Shared>;
