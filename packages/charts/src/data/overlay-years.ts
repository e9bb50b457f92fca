import type { ChartProps } from '../chart-props.ts';
import { fiscalYear, formatWithinYear, timeWriter, yearNumber } from '../format/format-date.ts';
import { tokenFill } from '../theme/create-theme.ts';
import type { Series, SeriesData } from './read-series.ts';

const writeYear = timeWriter({ year: 'numeric' });
/** The opacity of the year before the latest one, and how much less each earlier one has. */
const strongest = 0.9;
const step = 0.2;
const weakest = 0.3;

/**
 * A measure to date over several years as a line per year, the latest one first: as one line it would be a saw whose
 * teeth cannot be compared. The X axis is the latest year. Anything else stays as it is.
 */
export function overlayYears({ theme, locale }: ChartProps, data: SeriesData): SeriesData {
  const [only] = data.series;
  const period = only?.column.restarts;
  if (!only || !period || data.series.length > 1 || data.xKind !== 'time' || data.split) return data;
  const numbers = data.positions.map((time) => yearNumber(new Date(time), period, locale));
  const latest = numbers.at(-1) ?? 0;
  if (numbers[0] === latest) return data;
  const within = data.positions.map((time, index) => {
    const date = new Date(time);
    return date.setUTCFullYear(date.getUTCFullYear() + latest - (numbers[index] as number));
  });
  const positions = [...new Set(within)].sort((a, b) => a - b);
  const place = new Map(positions.map((position, index) => [position, index]));
  const placeOf = (index: number) => place.get(within[index] ?? Number.NaN) ?? -1;
  const years = [...new Set(numbers)].sort((a, b) => b - a);
  const series = years.map((year, age): Series => {
    const own = numbers.flatMap((number, index) => (number === year ? [index] : []));
    // A 29 February has the place of the next 1 March.
    const found = new Map(own.map((index) => [placeOf(index), index]));
    const first = data.positions[numbers.indexOf(year)] as number;
    return {
      ...only,
      name: period === 'year' ? writeYear(first, locale) : fiscalYear(new Date(first), locale),
      values: positions.map((_, index) => only.values[found.get(index) ?? -1] ?? null),
      rows: (index) => only.rows(found.get(index) ?? -1),
      places: [...found.keys()],
      ...(age > 0 && {
        fill: tokenFill(theme, 'neutral'),
        fade: Math.max(weakest, strongest - step * (age - 1)),
      }),
    };
  });
  return {
    ...data,
    isOverlaid: true,
    positions,
    label: (index) => formatWithinYear(positions[index] as number, data.x?.grain, locale),
    series,
    ...(data.incomplete && {
      incomplete: { ...data.incomplete, index: placeOf(data.incomplete.index) },
    }),
  };
}
