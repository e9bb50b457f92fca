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

/** The options of all kinds by name. Kinds narrow an option that they share, but none gives its name to another type. */
export const kindOptions: ReadonlyMap<string, ChartOption> = new Map<string, ChartOption>([
  // X comes before Y in files, although the first kinds have no X.
  ['x', x],
  ...chartKinds.flatMap(({ options }) => Object.entries<ChartOption>(options)),
]);

type ValuesOf<Each> = Each extends { readonly options: infer Options } ? OptionValues<Options> : never;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** What a tile may hold for them: a tile keeps those of the others when its kind changes. */
export type KindOptions = Intersection<ValuesOf<Definition>>;
