import type { FigureText } from '../../figure-text.ts';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { changeOf } from '../../parts/change.ts';
import { progressOf } from '../../parts/progress.ts';
import type { KpiProps } from './options.ts';
import { type Figure, readFigure } from './read-figure.ts';

/** The number with its comparison and its target, as sentences have them: without arrows, and never cut. */
export function writeFigure(props: KpiProps): FigureText | undefined {
  const figure = readFigure(props);
  if (!figure) return undefined;
  const { value, format, period } = figure;
  const { locale } = props;
  const write = (number: number) =>
    Math.abs(number) >= 100_000 ? formatShort(number, format, locale) : formatFull(number, format, locale);
  return {
    value: value === null ? '–' : write(value),
    period,
    ...changeText(props, figure),
    target: targetText(props, figure),
  };
}

function changeText(
  props: KpiProps,
  { value, before, beforeLabel, format }: Figure,
): Pick<FigureText, 'change' | 'versus' | 'isGood'> {
  const found = value === null ? undefined : changeOf(props, value, before, format);
  if (!found) return { change: '', versus: '', isGood: undefined };
  const { changeUp, changeDown, changeNone, versus } = props.locale.messages;
  const { text: change, arrow, isGood } = found;
  return {
    change: arrow === '' ? changeNone : arrow === '▲' ? changeUp({ change }) : changeDown({ change }),
    versus: beforeLabel === '' ? '' : versus({ period: beforeLabel }),
    isGood,
  };
}

function targetText(props: KpiProps, { value, target, measure, format }: Figure): string {
  if (target === null) return '';
  const { messages } = props.locale;
  const alone = `${messages.target}: ${formatShort(target, format, props.locale)}`;
  if (value === null) return alone;
  const aim = progressOf(props, value, target, { format, column: measure.name });
  return aim.share === undefined
    ? `${alone}, ${aim.difference}`
    : `${messages.ofTarget({ share: aim.share, target: aim.target })}, ${aim.difference}`;
}
