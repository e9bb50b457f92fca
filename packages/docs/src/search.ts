/** `[url, page, heading, text]`, as the build writes them. */
export type SearchEntry = readonly [url: string, page: string, heading: string, text: string];

export interface SearchResult {
  readonly url: string;
  readonly page: string;
  readonly heading: string;
  /** The part of the text around the first match. */
  readonly excerpt: string;
}

const MAX_RESULTS = 12;
const EXCERPT = 140;

/** The sections in which each word of the query begins a word, best first: titles before headings before text. */
export function search(entries: readonly SearchEntry[], query: string): readonly SearchResult[] {
  const patterns = wordsOf(query).map(startOfWord);
  if (patterns.length === 0) return [];
  const phrase = query.trim().toLowerCase();
  const whole = startOfWord(phrase);
  return entries
    .map((entry) => {
      const isExact = entry[2].toLowerCase() === phrase;
      return { entry, score: scoreOf(entry, patterns, whole) * (isExact ? 1.5 : 1) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_RESULTS)
    .map(({ entry: [url, page, heading, text] }) => ({
      url,
      page,
      heading,
      excerpt: excerptOf(text, patterns),
    }));
}

/** The query's words, to mark them in a result. */
export function wordsOf(query: string): readonly string[] {
  return query
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter(Boolean);
}

/** A word starts after anything that is not part of one, and where camelCase and snake_case begin a new part. */
export function startOfWord(text: string): RegExp {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}`, 'iu');
}

function scoreOf(
  [url, page, heading, text]: SearchEntry,
  patterns: readonly RegExp[],
  whole: RegExp,
): number {
  let score = 0;
  for (const pattern of patterns) {
    const found =
      (pattern.test(heading) ? 12 : 0) + (pattern.test(page) ? 8 : 0) + (pattern.test(text) ? 2 : 0);
    if (found === 0) return 0;
    score += found;
  }
  if (whole.test(heading)) score += 10;
  if (heading === '' && whole.test(page)) score += 14;
  // The guide explains; decisions and changes are for those who look for them.
  const [, , area] = url.split('/');
  const weight = area === 'guide' ? 1.4 : area === 'adr' || area?.startsWith('changelog') ? 0.5 : 1;
  return (score * weight) / (1 + text.length / 20_000);
}

function excerptOf(text: string, patterns: readonly RegExp[]): string {
  const at = Math.max(0, ...patterns.map((pattern) => text.search(pattern)).slice(0, 1));
  const start = at < EXCERPT / 2 ? 0 : text.indexOf(' ', at - EXCERPT / 3) + 1;
  const part = text.slice(start, start + EXCERPT);
  return `${start > 0 ? '… ' : ''}${part}${start + EXCERPT < text.length ? ' …' : ''}`;
}
