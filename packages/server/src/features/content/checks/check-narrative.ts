import type { NamedValues } from '@inlay/protocol/narrative';
import { PLURAL_CATEGORIES } from '@inlay/protocol/narrative-marker';
import {
  type NarrativeProblem,
  namesIn,
  parseNarrative,
  VALUE_FORMATS,
  variableOf,
} from '@inlay/protocol/parse-narrative';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { closestName } from '../../../platform/closest-name.ts';

/** A text may depend on values that are bound beside it, and on variables of the host page. */
export function checkNarrative(
  text: string | undefined,
  values: NamedValues = {},
  path: string,
): readonly FieldProblem[] {
  return parseNarrative(text ?? '').flatMap((part): readonly FieldProblem[] => {
    if ('problem' in part) return [{ path, problem: `contains '${part.whole}', ${narrativeProblem(part)}` }];
    return namesIn(part)
      .filter((value) => variableOf({ value }) === undefined && !Object.hasOwn(values, value))
      .map((value) => ({ path, problem: `contains '${value}', which is missing in 'values'` }));
  });
}

/** What is wrong with a part of a text, and how to write it. */
export function narrativeProblem({ problem, whole, name = '' }: NarrativeProblem): string {
  const isIf = /^\{\{\s*[#/:]\s*(?:if|else)\b/.test(whole);
  const end = isIf ? '{{/if}}' : '{{/plural}}';
  switch (problem) {
    case 'syntax':
      return 'which is not a valid placeholder: write values like {{ revenue | currency }}';
    case 'format':
      return `which has an unknown format: use ${VALUE_FORMATS.join(', ')}${meant(name, VALUE_FORMATS)}`;
    case 'block':
      return `which is not a block: use {{#if growth > 0}} or {{#plural orders}}${meant(name, ['if', 'plural', 'else'])}`;
    case 'condition':
      return 'which is not a valid condition: write {{#if growth > 0}}, with >, >=, <, <=, = or !=, and a number, a "text" or another value';
    case 'plural':
      return 'which does not name one value: write {{#plural orders}}';
    case 'category':
      return `which is not a plural category: use ${PLURAL_CATEGORIES.join(', ')}${meant(name, PLURAL_CATEGORIES)}`;
    case 'unclosed':
      return `which is not closed: add ${end}`;
    case 'outside':
      return 'which belongs to no block: it needs {{#if}} or {{#plural}} before it';
    case 'repeated':
      return 'which the block already has: remove it, or close the block before it';
    case 'stray':
      return 'which nobody would read: begin the plural with a category such as {{:one}}';
    case 'missing-other':
      return 'which lacks {{:other}}: every language needs it';
    case 'depth':
      return 'which is nested too deeply: use at most 8 blocks inside each other';
  }
}

function meant(name: string, known: readonly string[]): string {
  const closest = name === '' ? undefined : closestName(name, known);
  return closest === undefined ? '' : `. Did you mean “${closest}”?`;
}
