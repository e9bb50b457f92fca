import type { Section } from './render-markdown.ts';

/** What the search loads: `[url, page, heading, text]` for each section, shortest useful form. */
export type SearchEntry = readonly [url: string, page: string, heading: string, text: string];

/** Decisions and the changelog are found by what they begin with; the guide and the reference by all they say. */
const MAX_TEXT = 500;

export function searchEntries(
  url: string,
  title: string,
  sections: readonly Section[],
): readonly SearchEntry[] {
  return sections
    .filter(({ heading, text }) => heading !== '' || text !== '')
    .map(({ id, heading, text }) => {
      const isAside = /^\/docs\/(?:adr|changelog|dependencies)/.test(url);
      return [
        id === '' ? url : `${url}#${id}`,
        title,
        heading,
        isAside ? text.slice(0, MAX_TEXT) : text,
      ] as const;
    });
}
