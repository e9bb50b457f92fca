import type { ContentChange } from '@inlay/protocol/content';

const verbs: Readonly<Record<ContentChange['kind'], string>> = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  reordered: 'put in another order',
};

/** The place of a change as words: `/steps[intro]/title` is "Steps, intro, title". */
export function changePlace(path: string): string {
  const words = path
    .replaceAll(/\[([^\]]*)\]/g, '/$1')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());
  const text = words.join(', ') || 'everything';
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export const changeVerb = (kind: ContentChange['kind']): string => verbs[kind];

/** A value in one line, short enough to compare with another. */
export function valueText(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 160)} …` : text;
}
