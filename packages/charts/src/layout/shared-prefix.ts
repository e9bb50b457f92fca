import { textWidth } from './text-width.ts';

/** Shorter beginnings are easily skipped, and "1" says less than "Region 1". In ems. */
const shortest = 6;
/** More rows and names would take long to compare; those beyond are likely alike. */
const mostRows = 500;
const most = 100;
/** Up to the last space or separator: the beginning of a word is no prefix. */
const wholeWords = /^.*[\s/:：／・|>»\\]/su;

/** The words with which all names begin, or all but a fifth such as "Other"; '' if there are none worth dropping. */
export function sharedPrefix(names: readonly string[]): string {
  const compared = [...new Set(names.slice(0, mostRows))].slice(0, most);
  if (compared.length < 3) return '';
  const { length } = compared;
  for (const candidate of [compared[0], compared[length >> 1], compared[length - 1]] as string[]) {
    const start = candidate.slice(0, shortest);
    const alike = compared.filter((name) => name.startsWith(start));
    if (alike.length < 3 || alike.length < length * 0.8) continue;
    const [prefix = ''] = wholeWords.exec(alike.reduce(commonStart)) ?? [];
    // A name that is the prefix itself would have no label.
    if (textWidth(prefix, 1) >= shortest && !compared.includes(prefix)) return prefix;
  }
  return '';
}

function commonStart(one: string, other: string): string {
  // Most names begin with what those before them share.
  if (other.startsWith(one)) return one;
  let end = 0;
  while (end < one.length && one[end] === other[end]) end += 1;
  return one.slice(0, end);
}
