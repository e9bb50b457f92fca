import type { AdminMessages } from '@inlay/messages/admin';

type ChangeMessages = AdminMessages['parts']['changes'];

/** The path of a change as text: `/steps[intro]/title` is "Steps, intro, title". */
export function changePlace(path: string, t: ChangeMessages): string {
  const parts = path
    .replaceAll(/\[([^\]]*)\]/g, '/$1')
    .split('/')
    .filter((part) => part !== '')
    // People count from one.
    .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : words(part.replaceAll('~1', '/'))));
  const text = parts.join(', ') || t.everything;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A value in one line, short enough to compare with another; never code. */
export function valueText(value: unknown, t: ChangeMessages): string {
  const text = plainText(value, t);
  return text.length > 160 ? `${text.slice(0, 160)} …` : text;
}

function plainText(value: unknown, t: ChangeMessages): string {
  if (typeof value === 'string') return value === '' ? t.empty : value;
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (value === undefined || value === null) return t.nothing;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value))
    return value.length === 0 ? t.noEntries : value.map((each) => plainText(each, t)).join(', ');
  const entries = Object.entries(value);
  if (entries.length === 0) return t.noEntries;
  // A field with a column alone reads as the column.
  if (entries.length === 1) return plainText(entries[0]?.[1], t);
  return entries.map(([key, inner]) => `${words(key)} ${plainText(inner, t)}`).join(', ');
}

/** Field names become words; identifiers chosen by users stay unchanged. */
const words = (name: string) =>
  /^[a-z][A-Za-z]*$/.test(name) ? name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() : name;
