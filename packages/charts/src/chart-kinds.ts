import type { ChartTraits } from './chart-traits.ts';
import * as kinds from './kinds/index.ts';
import type { ChartOption, OptionValues } from './options/chart-option.ts';
import { x } from './options/x.ts';

type Definition = (typeof kinds)[keyof typeof kinds];

export type TileKind = Definition['kind'];

/** Every kind, in the order in which pickers show them. */
export const chartKinds: readonly Definition[] = Object.values(kinds).toSorted((a, b) => a.place - b.place);

const byKind = new Map<string, Definition>(chartKinds.map((chart) => [chart.kind, chart]));

export function chartOf(kind: TileKind): ChartTraits<TileKind> {
  const chart = byKind.get(kind);
  if (!chart) throw new Error(`There is no kind of chart called ${kind}.`);
  return chart;
}

/** The options of all kinds by name. Kinds may narrow a shared option, but a name always has the same type. */
export const kindOptions: ReadonlyMap<string, ChartOption> = new Map<string, ChartOption>([
  // Files list X before Y, although the first kinds have no X.
  ['x', x],
  ...chartKinds.flatMap(({ options }) => Object.entries<ChartOption>(options)),
]);

type ValuesOf<Each> = Each extends { readonly options: infer Options } ? OptionValues<Options> : never;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** A tile may have options of any kind: they are kept when its kind changes. */
export type KindOptions = Intersection<ValuesOf<Definition>>;
