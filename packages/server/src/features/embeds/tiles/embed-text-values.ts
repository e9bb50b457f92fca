import { tabOf } from '@inlay/content/tab-of';
import type { NamedValues } from '@inlay/protocol/narrative';
import { parseNarrative, parseTitle, placeOf } from '@inlay/protocol/parse-narrative';
import type { QueryResult } from '@inlay/protocol/result';
import { valueWriter } from '../../../platform/render/write-value.ts';
import { sourcesOf } from '../../content/index.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import type { OpenEmbed } from '../request/open-embed.ts';
import { queryTile, type TileQuery } from './query-tile.ts';

interface OwnedText {
  readonly owner: string;
  readonly text: string;
  readonly values?: NamedValues | undefined;
  readonly parse?: typeof parseNarrative;
}

/** The values in sentences and titles, by their place in the markup, written as the viewer reads them. */
export async function embedTextValues(
  request: EmbedRequest,
  { tab, ...choices }: Pick<TileQuery, 'cross'> & { readonly tab?: string | undefined } = {},
): Promise<Readonly<Record<string, string>>> {
  const texts = textsOf(request, tab);
  const sources = new Set(texts.flatMap(({ values }) => sourcesOf(values)));
  const results = new Map<string, QueryResult>();
  for (const id of sources) results.set(id, (await queryTile(request, { id, ...choices })).result);
  return Object.fromEntries(
    texts.flatMap(({ owner, text, values, parse = parseNarrative }) => {
      const write = valueWriter(values, results, request.variables, request.locale);
      return parse(text).flatMap((part) => ('value' in part ? [[placeOf(owner, part), write(part)]] : []));
    }),
  );
}

function textsOf(opened: OpenEmbed, tab: string | undefined): readonly OwnedText[] {
  const { content } = opened;
  const titles = titlesOf(opened).map((text) => ({ owner: '', text, parse: parseTitle }));
  if (content.kind === 'story')
    return [
      ...titles,
      ...content.story.steps.flatMap(({ id, title, narrative = '', recommendation = '', values }) =>
        [title, narrative, recommendation].map((text) => ({ owner: id, text, values })),
      ),
    ];
  if (content.kind === 'tile') return titles;
  return [
    ...titles,
    ...content.dashboard.items.flatMap((item) =>
      'text' in item && (tab === undefined || tabOf(item, content.dashboard.tabs) === tab)
        ? [{ owner: item.id, text: item.text, values: item.values }]
        : [],
    ),
  ];
}

/** The values of the page; titles of tiles are rendered with the tile. */
function titlesOf({ content }: OpenEmbed): readonly string[] {
  if (content.kind === 'tile') return [];
  const { title, description = '' } = content.kind === 'story' ? content.story : content.dashboard;
  return [title, description];
}
