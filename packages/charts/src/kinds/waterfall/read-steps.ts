import { capCategories } from '../../data/cap-categories.ts';
import type { Series, SeriesData } from '../../data/read-series.ts';
import type { WaterfallProps } from './options.ts';

/** A change from one level to the next, or a level itself. */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly level: boolean;
}

export interface Steps {
  readonly data: SeriesData;
  readonly steps: readonly Step[];
  /** The number of steps, including hidden ones. */
  readonly of: number;
}

/**
 * The consecutive changes of a measure. Without subtotal steps, a total ends them, and changes beyond `most` bars are
 * merged into one, so the total stays correct. With subtotal steps, further steps are left out.
 */
export function readSteps(props: WaterfallProps, data: SeriesData, measure: Series, most: number): Steps {
  const levels = props.tile.options?.levels ?? [];
  if (levels.length > 0) {
    const shown = capCategories({ ...data, series: [measure] }, most);
    const steps = between(shown, shown.series[0] as Series, levels);
    return { data: shown, steps, of: data.positions.length };
  }
  const { messages } = props.locale;
  const kept = measure.values.length < most ? measure.values.length : most - 2;
  const rest = measure.values.slice(kept);
  const values = [...measure.values.slice(0, kept), ...(rest.length > 0 ? [sum(rest)] : [])];
  const total = sum(values);
  const steps = between(data, { ...measure, values }, []);
  const label = (index: number) => {
    if (index === values.length) return messages.total;
    return index === kept ? messages.other : data.label(index);
  };
  const rows = (index: number) => {
    if (index === values.length) return [];
    return index === kept ? rest.flatMap((_, place) => measure.rows(kept + place)) : measure.rows(index);
  };
  const positions = [...values.map((_, index) => index), values.length];
  return {
    steps: [...steps, { from: 0, to: total, level: true }],
    of: steps.length + 1,
    data: {
      ...data,
      xKind: 'name',
      positions,
      label,
      series: [{ ...measure, rows, values: [...values, total] }],
    },
  };
}

function between(data: SeriesData, measure: Series, levels: readonly string[]): readonly Step[] {
  let level = 0;
  return measure.values.map((value, index) => {
    const isLevel = levels.length > 0 && levels.includes(data.label(index));
    const from = isLevel ? 0 : level;
    const to = isLevel ? (value ?? level) : level + (value ?? 0);
    level = to;
    return { from, to, level: isLevel };
  });
}

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((all, value) => all + (value ?? 0), 0);
