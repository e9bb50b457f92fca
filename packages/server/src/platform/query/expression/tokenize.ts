import { ExpressionError, type Span } from './expression-error.ts';

export interface Token extends Span {
  /** `name` is in brackets, so never a keyword; `end` follows the last one. */
  readonly kind: 'number' | 'text' | 'word' | 'name' | 'sign' | 'end';
  /** A name without brackets, text without quotes. */
  readonly text: string;
}

const pattern =
  /\s+|(\d+(?:\.\d+)?|\.\d+)|([\p{L}_][\p{L}\p{N}_]*)|\[([^\]]+)\]|'((?:[^']|'')*)'|(<>|<=|>=|[-+*/%()=<>,])/uy;
/** The kinds of the groups above. */
const kinds = ['number', 'word', 'name', 'text', 'sign'] as const;

export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < text.length) {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match === null) throw new ExpressionError(restOf(text, position), problemAt(text, position));
    const { length } = match[0];
    const index = kinds.findIndex((_, group) => match[group + 1] !== undefined);
    const kind = kinds[index];
    const value = match[index + 1] ?? '';
    // Space is in no group.
    if (kind !== undefined)
      tokens.push({ kind, text: kind === 'text' ? value.replaceAll("''", "'") : value, position, length });
    position += length;
  }
  tokens.push({ kind: 'end', text: '', position: text.length, length: 0 });
  return tokens;
}

function restOf(text: string, position: number): Span {
  const open = /['[]/.test(text[position] ?? '');
  return { position, length: open ? text.length - position : ([...text.slice(position)][0]?.length ?? 1) };
}

function problemAt(text: string, position: number): string {
  const [character = ''] = text.slice(position);
  if (character === "'") return "the closing ' of this text is missing";
  if (character === '[') return 'this name in brackets is empty or has no closing ]';
  if (character === '"') return `put text in single quotes and names in brackets instead of "`;
  return `cannot read ${JSON.stringify(character)} here`;
}
