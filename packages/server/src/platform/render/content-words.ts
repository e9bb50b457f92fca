import type { StepWords, WordsAnswer } from '@inlay/protocol/embed-api';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { NamedValues } from '@inlay/protocol/narrative';
import type { Story, StoryStep } from '@inlay/protocol/story';
import { inSlices } from '../concurrency/in-slices.ts';
import { escapeHtml } from './escape-html.ts';
import type { PageContent } from './page-content.ts';
import type { PageLook } from './page-look.ts';
import { renderMarkdown, renderPlain, renderTitle, type WriteValue } from './render-markdown.ts';
import { pageWords } from './words/page-words.ts';
import type { PageWords } from './words/words.ts';
import { valueWriter, waitingWriter } from './write-value.ts';

/** How the values in a text with these names are written. */
export type WriterOf = (values: NamedValues | undefined) => WriteValue;

/**
 * All that people read around the tiles, place by place, for a page that is open. Its numbers are left open: the page has
 * them already, and asks for those of the new language as it always does.
 */
export async function contentWords(
  content: Exclude<PageContent, { readonly kind: 'tile' }>,
  title: string,
  controls: readonly FilterControl[],
  variables: Variables,
  locale: PageLook['locale'],
): Promise<WordsAnswer> {
  const words = pageWords(locale.language);
  const writerOf: WriterOf = (values) =>
    waitingWriter(valueWriter(values, new Map(), variables, locale), values, () => true);
  const told = content.kind === 'story' ? content.story : content.dashboard;
  const texts =
    content.kind === 'dashboard'
      ? content.dashboard.items.flatMap((item) => ('text' in item ? [item] : []))
      : [];
  const steps = content.kind === 'story' ? content.story.steps : [];
  return {
    title,
    head: headWords(told, writerOf(undefined)),
    texts: Object.fromEntries(
      await inSlices(
        texts.values().map(({ id, text, values }) => [id, renderMarkdown(text, id, writerOf(values))]),
      ),
    ),
    steps: Object.fromEntries(
      await inSlices(steps.values().map((step) => [step.id, stepWords(step, words, writerOf)])),
    ),
    filters: Object.fromEntries(controls.map(({ id, label }) => [id, label])),
    labels: { filters: words.filters, steps: words.steps, recommendation: words.recommendation },
  };
}

export function headWords(
  { title, description }: Pick<Story, 'title' | 'description'>,
  write: WriteValue,
): WordsAnswer['head'] {
  return {
    title: renderPlain(title, write),
    ...(description ? { description: renderPlain(description, write) } : {}),
  };
}

export function stepWords(
  { id, title, narrative, values, recommendation, source }: StoryStep,
  words: PageWords,
  writerOf: WriterOf,
): StepWords {
  const write = writerOf(values);
  return {
    title: renderTitle(title, id, write),
    ...(narrative ? { narrative: renderMarkdown(narrative, id, write) } : {}),
    ...(recommendation ? { recommendation: renderMarkdown(recommendation, id, write) } : {}),
    ...(source ? { source: `${escapeHtml(words.source)}: ${escapeHtml(source)}` } : {}),
  };
}
