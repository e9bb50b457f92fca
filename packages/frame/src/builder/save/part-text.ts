import type { BuilderContent } from '@inlay/content/builder';
import { itemIdOf } from './merge-dashboards.ts';

/** Describes a part of a dashboard in one line, to compare two versions of it. */
export function partText(
  path: string,
  content: BuilderContent,
  nameOf: (id: string, content: BuilderContent) => string,
): string {
  const id = itemIdOf(path);
  if (id === undefined) {
    const value = content[path.slice(1) as keyof BuilderContent];
    if (path === '/filters') return (content.filters ?? []).map(({ label }) => label).join(', ');
    if (path.startsWith('/tabs')) return (content.tabs ?? []).map(({ title }) => title).join(', ');
    if (path === '/phone') return (content.phone ?? []).map((each) => nameOf(each, content)).join(', ');
    return value === undefined || typeof value === 'string' ? (value ?? '') : JSON.stringify(value);
  }
  const item = content.items.find((each) => each.id === id);
  if (!item) return nameOf(id, content);
  const what = 'text' in item ? item.text.trim() : nameOf(id, content);
  // With its place and size, since both people may only have moved it.
  return `${what} (${item.x + 1}, ${item.y + 1}; ${item.w} × ${item.h})`;
}
