import type { BuilderContent } from '@inlay/content/builder';

/** What one person made of a part of a dashboard, short enough to be compared with what another did. */
export function partText(
  part: string,
  content: BuilderContent,
  nameOf: (id: string, content: BuilderContent) => string,
): string {
  if (!part.startsWith('item:')) {
    const value = content[part as keyof BuilderContent];
    if (part === 'filters') return (content.filters ?? []).map(({ label }) => label).join(', ');
    if (part === 'phone') return (content.phone ?? []).map((id) => nameOf(id, content)).join(', ');
    return value === undefined || typeof value === 'string' ? (value ?? '') : JSON.stringify(value);
  }
  const id = part.slice('item:'.length);
  const item = content.items.find((each) => each.id === id);
  if (!item) return nameOf(id, content);
  const what = 'text' in item ? item.text.trim() : nameOf(id, content);
  // Where it stands, as the layout counts: two people may only have moved it.
  return `${what} (${item.x + 1}, ${item.y + 1}; ${item.w} × ${item.h})`;
}
