import { globSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import type { ApiDescription } from './api/api-description.ts';
import { apiNavigation, apiPages } from './api/api-pages.ts';
import { readNavigation } from './navigation.ts';
import type { Page, Site } from './page.ts';
import { type Image, renderMarkdown, type Section } from './render-markdown.ts';
import { urlOf } from './site-url.ts';
import { startPage } from './start-page.ts';

/** What the search loads: `[url, page, heading, text]` for each section, shortest useful form. */
type SearchEntry = readonly [url: string, page: string, heading: string, text: string];

export interface SiteContent extends Omit<Site, 'assets'> {
  readonly pages: readonly Page[];
  readonly search: readonly SearchEntry[];
}

const CHANGELOG = '../CHANGELOG.md';
/** Decisions and the changelog are found by what they begin with; the guide and the reference by all they say. */
const MAX_TEXT = 500;

/** Everything of the site that comes from `docs/` and the changelog. `imageAt` takes a path relative to `docs/`. */
export function readSite(docs: string, imageAt: (file: string) => Image): SiteContent {
  const read = (file: string) => readFileSync(join(docs, file), 'utf8');
  const guide = readNavigation(read('guide/README.md'));
  const api = JSON.parse(read('reference/openapi.json')) as ApiDescription;
  const files = [
    ...globSync('**/*.md', { cwd: docs }).map((file) => file.split(sep).join('/')),
    CHANGELOG,
  ].sort();
  const listed = guide.flatMap(({ pages }) => pages);
  const rendered = files
    .filter((file) => file !== 'guide/README.md')
    .map((file) => {
      const page = renderMarkdown(read(file), {
        link: (href) => linkFrom(file, href, files),
        image: (src) => imageAt(posix.join(posix.dirname(file), src)),
      });
      const url = urlOf(file);
      const described = listed.find((each) => each.url === url)?.description;
      const isDecision = file.startsWith('adr/');
      return {
        ...page,
        url,
        description: page.description || described || page.title,
        side: 'guide' as const,
        ...(isDecision && { within: urlOf('adr/README.md') }),
      };
    });
  const operations = apiPages(api);
  const pictures = { light: imageAt('images/products.png'), dark: imageAt('images/products-dark.png') };
  return {
    version: api.info.version,
    releases: (rendered.find(({ url }) => url === urlOf(CHANGELOG))?.headings ?? [])
      .filter(({ level }) => level === 2)
      .map(({ text, id }) => ({ name: text, id })),
    guide,
    api: apiNavigation(api),
    pages: [startPage(guide, pictures), ...rendered, ...operations, notFoundPage],
    search: [...rendered, ...operations].flatMap(({ url, title, sections }) =>
      searchEntries(url, title, sections),
    ),
  };
}

function searchEntries(url: string, title: string, sections: readonly Section[]): readonly SearchEntry[] {
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

/** Files outside of the site, such as sources, are not linked. */
function linkFrom(file: string, href: string, files: readonly string[]): string | undefined {
  if (/^(?:https?:|mailto:)/.test(href)) return href;
  const [path = '', anchor] = href.split('#', 2);
  const target = posix.join(posix.dirname(file), path);
  if (target === 'reference/openapi.json') return '/docs/api';
  const known = files.find((each) => each === target || each === posix.join(target, 'README.md'));
  if (known === undefined) return undefined;
  return anchor === undefined ? urlOf(known) : `${urlOf(known)}#${anchor}`;
}

const notFoundPage: Page = {
  url: '/docs/404',
  title: 'Page not found',
  description: 'This page does not exist.',
  side: 'guide',
  body: renderMarkdown(
    '# Page not found\n\nThis page does not exist in the documentation of this version. Press `/` to search, or go to the [start page](start).',
    { link: () => '/docs', image: () => ({ src: '', width: 0, height: 0 }) },
  ).body,
};
