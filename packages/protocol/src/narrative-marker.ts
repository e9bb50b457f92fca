/** The plural categories of Unicode CLDR. Every language has some of them, and all have `other`. */
export const PLURAL_CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
export type PluralCategory = (typeof PLURAL_CATEGORIES)[number];

/** The longer ones first, so that `>=` is not read as `>`. */
export const COMPARISONS = ['>=', '<=', '!=', '>', '<', '='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What a value is compared with: a number, a quoted text or another value. */
export type Comparand =
  | { readonly number: number }
  | { readonly quoted: string }
  | { readonly operand: string };

/** Without a comparison it holds if the value exists. */
export interface Condition {
  readonly operand: string;
  readonly compare?: { readonly by: Comparison; readonly to: Comparand };
}

/** Begins, divides or ends a block of text: `{{#if growth > 0}}`, `{{:else}}`, `{{:one}}`, `{{/if}}`. */
export type NarrativeMarker =
  | { readonly begins: 'if'; readonly condition: Condition }
  | { readonly begins: 'plural'; readonly operand: string; readonly categories: readonly PluralCategory[] }
  | { readonly branch: 'else'; readonly condition?: Condition }
  | { readonly branch: PluralCategory }
  | { readonly ends: 'if' | 'plural' };

/** Why a marker cannot be read; `name` is the unknown word in it. */
export interface MarkerProblem {
  readonly problem: 'block' | 'condition' | 'plural' | 'category';
  readonly name?: string;
}

const NAME = String.raw`(?:variables\.)?[A-Za-z_][A-Za-z0-9_]{0,63}`;
const operandOnly = new RegExp(`^${NAME}$`);
const numberOnly = /^[-−]?\d{1,15}(?:\.\d{1,15})?$/;
const quotedOnly = /^["“”]([^"“”]*)["“”]$/;
const firstOperand = new RegExp(`^(${NAME})\\s*([<>=!]+)?`);
const elseIf = /^if\s+(.*)$/s;
const marker = /^([#:/])\s*([A-Za-z]*)(.*)$/s;

/** Reads what is between the braces; undefined if it is a value. */
export function readMarker(body: string): NarrativeMarker | MarkerProblem | undefined {
  const [, sign, name = '', after = ''] = marker.exec(body.trim()) ?? [];
  const rest = after.trim();
  if (sign === undefined) return undefined;
  if (sign === '#' && name === 'if') return withCondition(rest, (condition) => ({ begins: 'if', condition }));
  if (sign === '#' && name === 'plural')
    return operandOnly.test(rest)
      ? { begins: 'plural', operand: rest, categories: [] }
      : { problem: 'plural' };
  if (sign === '/' && (name === 'if' || name === 'plural') && rest === '') return { ends: name };
  if (sign !== ':') return { problem: 'block', name };
  if (name === 'else' && rest === '') return { branch: 'else' };
  if (name === 'else')
    return withCondition(elseIf.exec(rest)?.[1] ?? '', (condition) => ({ branch: 'else', condition }));
  const category = PLURAL_CATEGORIES.find((each) => each === name);
  return category && rest === '' ? { branch: category } : { problem: 'category', name };
}

function withCondition(
  text: string,
  made: (condition: Condition) => NarrativeMarker,
): NarrativeMarker | MarkerProblem {
  const condition = readCondition(text);
  return condition ? made(condition) : { problem: 'condition' };
}

function readCondition(text: string): Condition | undefined {
  const [start, operand, sign] = firstOperand.exec(text) ?? [];
  if (start === undefined || operand === undefined) return undefined;
  const rest = text.slice(start.length).trim();
  if (sign === undefined) return rest === '' ? { operand } : undefined;
  const by = COMPARISONS.find((each) => each === sign);
  const to = readComparand(rest);
  return by && to && { operand, compare: { by, to } };
}

function readComparand(text: string): Comparand | undefined {
  if (numberOnly.test(text)) return { number: Number(text.replace('−', '-')) };
  const [, quoted] = quotedOnly.exec(text) ?? [];
  if (quoted !== undefined) return { quoted };
  return operandOnly.test(text) ? { operand: text } : undefined;
}
