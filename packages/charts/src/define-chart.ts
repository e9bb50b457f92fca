import type { VNode } from 'preact';
import type { ChartProps } from './chart-props.ts';
import type { ChartTraits } from './chart-traits.ts';
import type { ChartOptions, OptionValues } from './options/chart-option.ts';

/** The function that draws one kind of chart. */
export type DrawChart<OwnOptions> = (props: ChartProps<OwnOptions>) => VNode;

export interface ChartDefinition<Kind extends string, Options extends ChartOptions>
  extends ChartTraits<Kind, Options> {
  /** Loaded when it is needed: editors know every kind and draw few. */
  readonly draw: () => Promise<DrawChart<OptionValues<Options>>>;
}

/** Defines a kind of chart: schema, editor, pickers and documentation are derived from it (ADR 268). */
export const defineChart = <const Kind extends string, Options extends ChartOptions>(
  definition: ChartDefinition<Kind, Options>,
): ChartDefinition<Kind, Options> => definition;
