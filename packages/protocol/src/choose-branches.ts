import type { Condition, PluralCategory } from './narrative-marker.ts';
import { type NarrativePart, parseNarrative } from './parse-narrative.ts';

/** Decides which parts of a text are read. Each may be undecided: its value is not known yet. */
export interface BranchReader {
  readonly holds: (condition: Condition) => boolean | undefined;
  readonly category: (operand: string) => PluralCategory | undefined;
}

/** Whether the words of a text depend on values (ADR 344). */
export const hasBlocks = (narrative: string): boolean =>
  parseNarrative(narrative).some((part) => 'begins' in part);

/** A text without its data, as in a list: with the first branch of every condition, and … for values. */
export const narrativeOutline = (narrative: string): string =>
  parseNarrative(chooseBranches(narrative, { holds: () => true, category: () => 'other' }) ?? '')
    .map((part) => ('text' in part ? part.text : '…'))
    .join('');

/** A block that is open while the text is read. */
interface Block {
  /** Whether what is around it is read. */
  readonly isRead: boolean;
  /** The category of a plural that is read. */
  readonly category?: PluralCategory | undefined;
  /** Whether one of its branches has been chosen. */
  hasChosen: boolean;
  /** Whether the branch is read. */
  isChosen: boolean;
}

/**
 * The text that is left when every block is replaced with its branch; values stay in their braces. Undefined if a
 * branch that is needed is undecided. A text with problems stays as it is.
 */
export function chooseBranches(narrative: string, reader: BranchReader): string | undefined {
  const parts = parseNarrative(narrative);
  if (!parts.some((part) => 'begins' in part) || parts.some((part) => 'problem' in part)) return narrative;
  const open: Block[] = [];
  let text = '';
  for (const part of withoutMarkerLines(parts)) {
    const block = open.at(-1);
    const isRead = block?.isChosen ?? true;
    if ('begins' in part) {
      const begun = isRead ? begin(part, reader) : { hasChosen: true, isChosen: false };
      if (!begun) return undefined;
      open.push({ isRead, ...begun });
    } else if ('branch' in part && block) {
      const isChosen = block.isRead && !block.hasChosen && chooses(part, block, reader);
      if (isChosen === undefined) return undefined;
      block.isChosen = isChosen;
      block.hasChosen ||= isChosen;
    } else if ('ends' in part) open.pop();
    else if (isRead) text += 'text' in part ? part.text : narrative.slice(part.start, part.end);
  }
  return text;
}

function begin(
  part: Extract<NarrativePart, { readonly begins: string }>,
  reader: BranchReader,
): Omit<Block, 'isRead'> | undefined {
  if (part.begins === 'if') {
    const holds = reader.holds(part.condition);
    return holds === undefined ? undefined : { hasChosen: holds, isChosen: holds };
  }
  const category = reader.category(part.operand);
  if (category === undefined) return undefined;
  const isThere = part.categories.includes(category);
  return { category: isThere ? category : 'other', hasChosen: false, isChosen: false };
}

function chooses(
  part: Extract<NarrativePart, { readonly branch: string }>,
  { category }: Block,
  reader: BranchReader,
): boolean | undefined {
  if (part.branch !== 'else') return part.branch === category;
  return part.condition ? reader.holds(part.condition) : true;
}

const isMarker = (part: NarrativePart): boolean => 'begins' in part || 'branch' in part || 'ends' in part;

/** Lines with nothing but markers disappear with them: what is left of them would end a list or a paragraph. */
function withoutMarkerLines(parts: readonly NarrativePart[]): readonly NarrativePart[] {
  const begins = atLineEdge(parts, 1);
  const ends = atLineEdge(parts.toReversed(), -1).toReversed();
  const isAlone = (index: number) => begins[index] === true && ends[index] === true;
  return parts.map((part, index) => {
    if (!('text' in part)) return part;
    let { text } = part;
    if (isAlone(index + 1)) text = text.slice(0, text.lastIndexOf('\n') + 1);
    if (isAlone(index - 1)) text = text.replace(/^[^\S\n]*\n?/, '');
    return { ...part, text };
  });
}

/** Which markers have nothing but blanks and other markers between them and the edge of their line. */
function atLineEdge(parts: readonly NarrativePart[], direction: 1 | -1): readonly boolean[] {
  let isBlank = true;
  return parts.map((part) => {
    const wasBlank = isBlank;
    if ('text' in part) {
      const lines = part.text.split('\n');
      const last = (direction === 1 ? lines.at(-1) : lines[0]) ?? '';
      isBlank = last.trim() === '' && (lines.length > 1 || isBlank);
    } else if (!isMarker(part)) isBlank = false;
    return wasBlank && isMarker(part);
  });
}
