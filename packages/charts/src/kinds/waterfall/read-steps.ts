import { capCategories } from '../../data/cap-categories.ts';
import { isSameSum, ownTotal } from '../../data/own-total.ts';
import type { Series, SeriesData } from '../../data/read-series.ts';
import type { WaterfallProps } from './options.ts';

/** A change from one level to the next, or a level itself. */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly level: boolean;
  /** Without a value: a gap at the current level. */
  readonly isGap?: boolean;
}

export interface Steps {
  readonly data: SeriesData;
  readonly steps: readonly Step[];
  /** The number of steps, including hidden ones. */
  readonly of: number;
  /** Whether the total includes rows that the query left out. */
  readonly isWider?: boolean;
  /** The times of the steps; infinite for those after the last period, which have names. */
  readonly times?: readonly number[] | undefined;
}

/**
 * The consecutive changes of a measure. Without subtotal steps, the measure's own total ends them, if there is one, and
 * one step combines the rest: changes beyond `most` bars, and what the total has in addition to the rows. With subtotal
 * steps, further steps are left out.
 */
export function readSteps(props: WaterfallProps, data: SeriesData, measure: Series, most: number): Steps {
  const levels = props.tile.options?.levels ?? [];
  if (levels.length > 0) {
    const shown = capCategories({ ...data, series: [measure] }, most);
    const steps = between(shown, shown.series[0] as Series, levels);
    return { data: shown, steps, of: data.positions.length };
  }
  const { messages } = props.locale;
  const total =
    data.series.filter(({ comparison }) => !comparison).length > 1 ? null : ownTotal(props, measure.column);
  const shown = sum(measure.values) ?? 0;
  const beyond = total === null || isSameSum(total, shown) ? null : total - shown;
  const room = total === null ? most : most - 1;
  const fits = measure.values.length + (beyond === null ? 0 : 1) <= room;
  const kept = fits ? measure.values.length : room - 1;
  const rest = measure.values.slice(kept);
  const hasOther = rest.length > 0 || beyond !== null;
  const changes = [...measure.values.slice(0, kept), ...(hasOther ? [sum([...rest, beyond])] : [])];
  const values = total === null ? changes : [...changes, total];
  const steps = between(data, { ...measure, values: changes }, []);
  const label = (index: number) => {
    if (index === changes.length) return messages.total;
    return index === kept ? messages.other : data.label(index);
  };
  const rows = (index: number) => {
    if (index === changes.length) return [];
    return index === kept ? rest.flatMap((_, place) => measure.rows(kept + place)) : measure.rows(index);
  };
  return {
    steps: total === null ? steps : [...steps, { from: 0, to: total, level: true }],
    of: values.length,
    isWider: beyond !== null,
    times:
      data.xKind === 'time'
        ? values.map(
            (_, index) => (index < kept ? data.positions[index] : undefined) ?? Number.POSITIVE_INFINITY,
          )
        : undefined,
    data: {
      ...data,
      xKind: 'name',
      positions: values.map((_, index) => index),
      label,
      series: [{ ...measure, rows, values }],
    },
  };
}

function between(data: SeriesData, measure: Series, levels: readonly string[]): readonly Step[] {
  let level = 0;
  return measure.values.map((value, index) => {
    const isLevel = levels.length > 0 && levels.includes(data.label(index));
    const from = isLevel && value !== null ? 0 : level;
    const to = isLevel ? (value ?? level) : level + (value ?? 0);
    level = to;
    return { from, to, level: isLevel, isGap: value === null };
  });
}

const sum = (values: readonly (number | null)[]): number | null =>
  values.reduce((all, value) => (value === null ? all : (all ?? 0) + value), null);
