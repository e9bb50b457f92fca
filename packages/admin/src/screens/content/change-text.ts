import type { ContentChange } from '@inlay/protocol/content-change';

const verbs: Readonly<Record<ContentChange['kind'], string>> = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  reordered: 'put in another order',
};

/** The path of a change as text: `/steps[intro]/title` is "Steps, intro, title". */
export function changePlace(path: string): string {
  const parts = path
    .replaceAll(/\[([^\]]*)\]/g, '/$1')
    .split('/')
    .filter((part) => part !== '')
    // People count from one.
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : words(part.replaceAll('~1', '/'))));
  const text = parts.join(', ') || 'everything';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const changeVerb = (kind: ContentChange['kind']): string => verbs[kind];

/** A value in one line, short enough to compare with another; never code. */
export function valueText(value: unknown): string {
  const text = plainText(value);
  return text.length > 160 ? `${text.slice(0, 160)} …` : text;
}

function plainText(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === undefined || value === null) return 'nothing';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(plainText).join(', ');
  const entries = Object.entries(value);
  if (entries.length === 0) return 'none';
  // A field that says only which column it is reads as the column.
  if (entries.length === 1) return plainText(entries[0]?.[1]);
  return entries.map(([key, inner]) => `${words(key)} ${plainText(inner)}`).join(', ');
}

/** Field names become words; identifiers chosen by users stay unchanged. */
const words = (name: string) =>
  /^[a-z][A-Za-z]*$/.test(name) ? name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() : name;
