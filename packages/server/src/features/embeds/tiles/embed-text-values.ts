import type { TextValuesResponse } from '@inlay/content/embed-api';
import { tabOf } from '@inlay/content/tab-of';
import type { NamedValues } from '@inlay/protocol/narrative';
import { parseNarrative, parseTitle, placeOf } from '@inlay/protocol/parse-narrative';
import type { QueryResult } from '@inlay/protocol/result';
import { renderMarkdown, renderTitle, textPlace } from '../../../platform/render/render-markdown.ts';
import { valueWriter } from '../../../platform/render/write-value.ts';
import { sourcesOf } from '../../content/index.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import type { OpenEmbed } from '../request/open-embed.ts';
import { queryTile, type TileQuery } from './query-tile.ts';

interface OwnedText {
  readonly owner: string;
  readonly field: 'page' | 'title' | 'narrative' | 'recommendation' | 'text';
  readonly text: string;
  readonly values?: NamedValues | undefined;
}

/**
 * The values in sentences and titles, by their place in the markup, written as the viewer reads them, and the markup of
 * texts whose sentences depend on them.
 */
export async function embedTextValues(
  request: EmbedRequest,
  { tab, ...choices }: Pick<TileQuery, 'cross'> & { readonly tab?: string | undefined } = {},
): Promise<TextValuesResponse> {
  const texts = textsOf(request, tab);
  const sources = new Set(texts.flatMap(({ values }) => sourcesOf(values)));
  const results = new Map<string, QueryResult>();
  for (const id of sources) results.set(id, (await queryTile(request, { id, ...choices })).result);
  const written: [string, string][] = [];
  const markup: [string, string][] = [];
  for (const { owner, field, text, values } of texts) {
    const writer = valueWriter(values, results, request.variables, request.locale);
    for (const part of field === 'page' ? parseTitle(text) : parseNarrative(text))
      if ('value' in part) written.push([placeOf(owner, part), writer.write(part)]);
    const place = field === 'page' ? undefined : textPlace(owner, field, text);
    if (place === undefined) continue;
    const render = field === 'title' ? renderTitle : renderMarkdown;
    markup.push([place, `${render(text, owner, writer)}`]);
  }
  return {
    values: Object.fromEntries(written),
    ...(markup.length > 0 && { markup: Object.fromEntries(markup) }),
  };
}

const STEP_TEXTS = ['title', 'narrative', 'recommendation'] as const;

function textsOf(opened: OpenEmbed, tab: string | undefined): readonly OwnedText[] {
  const { content } = opened;
  const titles = titlesOf(opened).map((text) => ({ owner: '', field: 'page' as const, text }));
  if (content.kind === 'story')
    return [
      ...titles,
      ...content.story.steps.flatMap(({ id, values, ...step }) =>
        STEP_TEXTS.map((field) => ({ owner: id, field, text: step[field] ?? '', values })),
      ),
    ];
  if (content.kind === 'tile') return titles;
  return [
    ...titles,
    ...content.dashboard.items.flatMap((item) =>
      'text' in item && (tab === undefined || tabOf(item, content.dashboard.tabs) === tab)
        ? [{ owner: item.id, field: 'text' as const, text: item.text, values: item.values }]
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
