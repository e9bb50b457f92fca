import { ABSENT, writeCell } from '@inlay/charts/format/write-value';
import type { ContentMessages } from '@inlay/messages/content';
import {
  type Comparison,
  type Condition,
  type NarrativeMarker,
  type PluralCategory,
  readMarker,
} from '@inlay/protocol/narrative-marker';
import { type NarrativePart, parseNarrative, variableOf } from '@inlay/protocol/parse-narrative';
import { sampleOf, type TextContext } from './text-context.ts';
import { valueLabel } from './value-label.ts';

/** What stands in a text instead of a placeholder. Without a label, the placeholder stays and is underlined. */
export interface Chip {
  readonly from: number;
  readonly to: number;
  readonly label?: string;
  /** The current value. */
  readonly sample?: string;
  readonly tone: 'value' | 'absent' | 'block' | 'bad';
}

type Texts = Pick<ContentMessages['stories'], 'values' | 'blocks'>;

const SIGNS: Readonly<Record<Comparison, string>> = {
  '>': '>',
  '>=': '≥',
  '<': '<',
  '<=': '≤',
  '=': '=',
  '!=': '≠',
};

/** The chips of a text, in its order. */
export const chipsOf = (text: string, context: TextContext, t: Texts): readonly Chip[] =>
  parseNarrative(text).flatMap((part) => {
    const chip = chipOf(part, context, t);
    return chip ? [{ from: part.start, to: part.end, ...chip }] : [];
  });

function chipOf(part: NarrativePart, context: TextContext, t: Texts): Omit<Chip, 'from' | 'to'> | undefined {
  if ('text' in part) return undefined;
  if ('problem' in part) {
    // A marker that stands where it must not is still shown by its meaning; others are corrected as text.
    const marker = readMarker(part.whole.slice(2, -2));
    return {
      tone: 'bad',
      ...(marker && !('problem' in marker) ? { label: markerLabel(marker, context, t) } : {}),
    };
  }
  if (!('value' in part)) {
    const isUnknown = operandsOf(part).some((name) => !isKnown(name, context));
    return { tone: isUnknown ? 'bad' : 'block', label: markerLabel(part, context, t) };
  }
  const { value, format } = part;
  const source = Object.hasOwn(context.values, value) ? context.values[value] : undefined;
  const sample = source && sampleOf(context, source, format);
  return {
    tone: !isKnown(value, context) ? 'bad' : sample === ABSENT ? 'absent' : 'value',
    label: operandLabel(value, context, t),
    ...(sample === undefined ? {} : { sample }),
  };
}

/** A variable, or the label of a named value. */
export function operandLabel(name: string, context: TextContext, t: Texts): string {
  const variable = variableOf({ value: name });
  if (variable !== undefined) return t.values.variable({ name: variable });
  const source = Object.hasOwn(context.values, name) ? context.values[name] : undefined;
  return source ? valueLabel(context, source, t.values) : t.values.unknown({ name });
}

const isKnown = (name: string, { values }: TextContext): boolean =>
  variableOf({ value: name }) !== undefined || Object.hasOwn(values, name);

function operandsOf(marker: NarrativeMarker): readonly string[] {
  if ('operand' in marker) return [marker.operand];
  if (!('condition' in marker) || !marker.condition) return [];
  const { operand, compare } = marker.condition;
  return [operand, ...(compare && 'operand' in compare.to ? [compare.to.operand] : [])];
}

function markerLabel(marker: NarrativeMarker, context: TextContext, t: Texts): string {
  if ('ends' in marker) return t.blocks.end;
  if ('operand' in marker) return t.blocks.byNumber({ value: operandLabel(marker.operand, context, t) });
  const written = (condition: Condition) => conditionLabel(condition, context, t);
  if ('begins' in marker) return t.blocks.if({ condition: written(marker.condition) });
  if (marker.branch !== 'else') return categoryLabel(marker.branch, t);
  return 'condition' in marker && marker.condition
    ? t.blocks.elseIf({ condition: written(marker.condition) })
    : t.blocks.else;
}

export const categoryLabel = (category: PluralCategory, { blocks }: Texts): string =>
  blocks.categories[category];

/** A condition as authors read it: `Growth > 5%`. */
export function conditionLabel({ operand, compare }: Condition, context: TextContext, t: Texts): string {
  const value = operandLabel(operand, context, t);
  if (!compare) return t.blocks.exists({ value });
  const { by, to } = compare;
  const other =
    'number' in to
      ? writeOther(to.number, operand, context)
      : 'quoted' in to
        ? `“${to.quoted}”`
        : operandLabel(to.operand, context, t);
  return `${value} ${SIGNS[by]} ${other}`;
}

/** A number in the format of the value that it is compared with. */
export function writeOther(
  number: number,
  operand: string,
  { values, results, locale }: TextContext,
): string {
  const source = Object.hasOwn(values, operand) ? values[operand] : undefined;
  const column = source && results.get(source.tile)?.columns.find(({ name }) => name === source.column);
  if (source?.show === 'share' && column) return writeCell(number, column, 'percent', locale);
  return column?.format && source?.show === undefined
    ? writeCell(number, column, undefined, locale)
    : new Intl.NumberFormat(locale.language, { maximumFractionDigits: 15 }).format(number);
}
