import type { Comparand, Condition, PluralCategory } from '@inlay/protocol/narrative-marker';
import { type NarrativePart, parseNarrative, type ValueFormat } from '@inlay/protocol/parse-narrative';

/** The placeholders of a text, as the parser reads them, and changes of whole blocks. */

export const valueText = (name: string, format: ValueFormat | undefined): string =>
  format === undefined ? `{{ ${name} }}` : `{{ ${name} | ${format} }}`;

export const ifText = (condition: Condition): string => `{{#if ${conditionText(condition)}}}`;

export const elseText = (condition?: Condition): string =>
  condition ? `{{:else if ${conditionText(condition)}}}` : '{{:else}}';

export const pluralText = (operand: string): string => `{{#plural ${operand}}}`;

export const categoryText = (category: PluralCategory): string => `{{:${category}}}`;

function conditionText({ operand, compare }: Condition): string {
  return compare ? `${operand} ${compare.by} ${comparandText(compare.to)}` : operand;
}

function comparandText(to: Comparand): string {
  if ('number' in to) return to.number.toFixed(15).replace(/\.?0+$/, '');
  // The grammar has no escapes: other quotes and braces would end the text.
  return 'quoted' in to ? `"${to.quoted.replaceAll(/["“”{}]/g, '')}"` : to.operand;
}

/** A block around a text, and where that begins in it. */
export function conditionBlock(
  condition: Condition,
  text: string,
): { readonly block: string; readonly inside: number } {
  const begin = ifText(condition);
  return { block: `${begin}${text}${elseText()}{{/if}}`, inside: begin.length + text.length };
}

export function pluralBlock(
  operand: string,
  categories: readonly PluralCategory[],
  text: string,
): { readonly block: string; readonly inside: number } {
  const begin = `${pluralText(operand)}${categoryText(categories[0] ?? 'other')}`;
  const others = categories.slice(1).map((category) => `${categoryText(category)}${text}`);
  return { block: `${begin}${text}${others.join('')}{{/plural}}`, inside: begin.length + text.length };
}

/** The placeholder that begins here. */
export const partAt = (text: string, from: number): NarrativePart | undefined =>
  parseNarrative(text).find((part) => part.start === from && !('text' in part));

/**
 * Removes a placeholder. Without its beginning or its end a block is none, so all its markers go with either; its texts
 * stay.
 */
export function removePart(text: string, from: number): string {
  const parts = parseNarrative(text);
  const at = parts.findIndex(({ start }) => start === from);
  const part = parts[at];
  if (!part) return text;
  const gone = 'begins' in part || 'ends' in part ? new Set(blockOf(parts, at)) : new Set([at]);
  return parts.map(({ start, end }, index) => (gone.has(index) ? '' : text.slice(start, end))).join('');
}

/** The innermost block around a place, with the branches that it has. */
export function blockAround(
  text: string,
  place: number,
):
  | {
      readonly begins: 'if' | 'plural';
      readonly hasElse: boolean;
      readonly categories: readonly PluralCategory[];
    }
  | undefined {
  const parts = parseNarrative(text);
  const open: number[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.start >= place) break;
    if ('begins' in part) open.push(index);
    else if ('ends' in part) open.pop();
  }
  const at = open.at(-1);
  const begin = at === undefined ? undefined : parts[at];
  if (at === undefined || !begin || !('begins' in begin)) return undefined;
  const branches = blockOf(parts, at).flatMap((index) => {
    const part = parts[index];
    return part && 'branch' in part ? [part] : [];
  });
  return {
    begins: begin.begins,
    hasElse: branches.some((part) => part.branch === 'else' && !('condition' in part && part.condition)),
    categories: branches.flatMap(({ branch }) => (branch === 'else' ? [] : [branch])),
  };
}

/** The markers of the block that begins or ends here, by their index among the parts. */
function blockOf(parts: readonly NarrativePart[], at: number): readonly number[] {
  const open: number[][] = [];
  for (const [index, part] of parts.entries()) {
    if ('begins' in part) open.push([index]);
    else if ('branch' in part) open.at(-1)?.push(index);
    else if ('ends' in part) {
      const block = [...(open.pop() ?? []), index];
      if (block.includes(at)) return block;
    }
  }
  return [at];
}
