import type { yMax, yMin } from './bounds.ts';
import type { OptionValues } from './chart-option.ts';
import type { EveryKindOptions } from './every-kind.ts';
import type { labels } from './labels.ts';
import type { layout } from './layout.ts';
import type { legend } from './legend.ts';
import type { panelOptions } from './panels.ts';
import type { scale } from './scale.ts';
import type { series } from './series.ts';
import type { xTitle, yTitle } from './titles.ts';
import type { trend } from './trend.ts';
import type { x } from './x.ts';
import type { y } from './y.ts';

interface Shared {
  readonly x: typeof x;
  readonly y: typeof y;
  readonly series: typeof series;
  readonly layout: typeof layout;
  readonly legend: typeof legend;
  readonly xTitle: typeof xTitle;
  readonly yTitle: typeof yTitle;
  readonly yMin: typeof yMin;
  readonly yMax: typeof yMax;
  readonly scale: typeof scale;
  readonly labels: typeof labels;
  readonly trend: typeof trend;
}

/** Options that several kinds have and that shared parts of charts use. */
export type SharedOptions = EveryKindOptions & OptionValues<Shared & typeof panelOptions>;
