import { type NamedValues, parseNarrative } from '@inlay/protocol/narrative';
import type { QueryResult } from '@inlay/protocol/result';
import type { EmbedPrincipal } from '../auth/embed-principal.ts';
import { valueWriter } from '../render/write-value.ts';
import type { Services } from '../services.ts';
import { answerTile, type TileQuestion } from './answer-tile.ts';
import type { OpenEmbed } from './open-embed.ts';
import type { ViewerSetting } from './viewer-setting.ts';

interface OwnedText {
  readonly owner: string;
  readonly text: string;
  readonly values: NamedValues | undefined;
}

/** The values in the sentences of steps and texts, by `<owner>:<name>`, written as the viewer reads them. */
export async function embedTextValues(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  question: TileQuestion,
  { locale }: ViewerSetting,
): Promise<Readonly<Record<string, string>>> {
  const texts = textsOf(opened);
  const sources = new Set(texts.flatMap(({ values = {} }) => Object.values(values).map(({ tile }) => tile)));
  const results = new Map<string, QueryResult>();
  for (const id of sources)
    results.set(id, (await answerTile(services, viewer, opened, id, question)).result);
  return Object.fromEntries(
    texts.flatMap(({ owner, text, values }) => {
      const write = valueWriter(values, results, locale);
      return parseNarrative(text).flatMap((part) =>
        'value' in part ? [[`${owner}:${part.value}`, write(part)]] : [],
      );
    }),
  );
}

function textsOf({ content }: OpenEmbed): readonly OwnedText[] {
  if (content.kind === 'story')
    return content.story.steps.flatMap(({ id, narrative = '', recommendation = '', values }) => [
      { owner: id, text: narrative, values },
      { owner: id, text: recommendation, values },
    ]);
  if (content.kind === 'tile') return [];
  return content.dashboard.items.flatMap((item) =>
    'text' in item ? [{ owner: item.id, text: item.text, values: item.values }] : [],
  );
}
