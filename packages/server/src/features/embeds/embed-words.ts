import type { WordsAnswer } from '@inlay/protocol/embed-api';
import type { Variables } from '@inlay/protocol/frame-messages';
import { AppError } from '../../platform/errors.ts';
import { contentWords } from '../../platform/render/content-words.ts';
import { controlsOf } from './chosen-filters.ts';
import type { OpenEmbed } from './open-embed.ts';
import { titleOfPage } from './render-page.ts';
import type { ViewerSetting } from './viewer-setting.ts';

/** What a page that is open says in another language, without its tiles: those are painted anew. */
export async function embedWords(
  opened: OpenEmbed,
  variables: Variables,
  { locale }: Pick<ViewerSetting, 'locale'>,
): Promise<WordsAnswer> {
  const { content } = opened;
  if (content.kind === 'tile')
    throw new AppError('NOT_FOUND', { message: 'A tile has no words around it: paint it anew.' });
  const title = titleOfPage(opened, new Map(), variables, locale);
  return contentWords(content, title, controlsOf(opened), variables, locale);
}
