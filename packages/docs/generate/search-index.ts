import type { Section } from './render-markdown.ts';

/** What the search loads: `[url, page, heading, text]` for each section, shortest useful form. */
export type SearchEntry = readonly [url: string, page: string, heading: string, text: string];

export function searchEntries(
  url: string,
  title: string,
  sections: readonly Section[],
): readonly SearchEntry[] {
  return sections
    .filter(({ heading, text }) => heading !== '' || text !== '')
    .map(({ id, heading, text }) => [id === '' ? url : `${url}#${id}`, title, heading, text] as const);
}
