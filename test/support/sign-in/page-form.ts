/** The first form of a page, as a browser reads it. */
export interface PageForm {
  readonly action: string;
  /** What it sends if nobody enters anything. */
  readonly fields: Readonly<Record<string, string>>;
}

export function pageForm(page: string): PageForm | undefined {
  const [, start = '', content = ''] = /<form\b([^>]*)>(.*?)<\/form>/is.exec(page) ?? [];
  const action = attributeOf(start, 'action');
  if (action === undefined) return undefined;
  // Somebody without scripts sees the button; browsers with scripts leave out what is inside.
  const inputs = content.replaceAll(/<noscript>.*?<\/noscript>/gis, '').matchAll(/<input\b([^>]*)>/gi);
  const fields = [...inputs].map(([, input = '']) => [
    attributeOf(input, 'name') ?? '',
    attributeOf(input, 'value') ?? '',
  ]);
  return { action, fields: Object.fromEntries(fields.filter(([name]) => name !== '')) };
}

function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1];
  return value?.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (all, decimal, hex, entity) => {
    if (entity !== undefined) return ENTITIES[entity] ?? all;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
