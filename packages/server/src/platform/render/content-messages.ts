import type { PageMessages, StepMessages } from '@inlay/content/embed-api';
import type { Story, StoryStep } from '@inlay/content/story';
import { hasBlocks } from '@inlay/protocol/choose-branches';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { NamedValues } from '@inlay/protocol/narrative';
import { inSlices } from '../concurrency/in-slices.ts';
import { attributes, type Html, html } from './html.ts';
import type { PageContent } from './page-content.ts';
import { type Messages, pageMessages } from './page-messages.ts';
import type { PageTheme } from './page-theme.ts';
import { renderMarkdown, renderPlain, renderTitle, textPlace } from './render-markdown.ts';
import { type TextWriter, valueWriter } from './write-value.ts';

/** Returns the formatter for the values that a text names. */
export type WriterOf = (values: NamedValues | undefined) => TextWriter;

/**
 * The text around the tiles of an open page, in another language. Values in it wait: the page has them already, and
 * requests those of the new language as it always does. Texts that depend on values come with these.
 */
export async function contentMessages(
  content: Exclude<PageContent, { readonly kind: 'tile' }>,
  title: string,
  controls: readonly FilterControl[],
  variables: Variables,
  locale: PageTheme['locale'],
): Promise<PageMessages> {
  const messages = pageMessages(locale.language);
  const writerOf: WriterOf = (values) => valueWriter(values, new Map(), variables, locale, () => true);
  const head = headMarkup(content.kind === 'story' ? content.story : content.dashboard, writerOf(undefined));
  const texts =
    content.kind === 'dashboard'
      ? content.dashboard.items.flatMap((item) => ('text' in item && !hasBlocks(item.text) ? [item] : []))
      : [];
  const steps = content.kind === 'story' ? content.story.steps : [];
  const tabs = content.kind === 'dashboard' ? (content.dashboard.tabs ?? []) : [];
  return {
    title,
    head: { title: `${head.title}`, ...(head.description && { description: `${head.description}` }) },
    texts: Object.fromEntries(
      await inSlices(
        texts.values().map(({ id, text, values }) => [id, `${renderMarkdown(text, id, writerOf(values))}`]),
      ),
    ),
    steps: Object.fromEntries(
      await inSlices(
        steps.values().map((step) => [
          step.id,
          {
            ...stepMessages(step, stepMarkup(step, messages, writerOf)),
            ...(step.summary && { summary: `${summaryMarkup({ steps }, writerOf)}` }),
          },
        ]),
      ),
    ),
    filters: Object.fromEntries(controls.map(({ id, label }) => [id, label])),
    tabs: Object.fromEntries(tabs.map((tab) => [tab.id, tab.title])),
    labels: { filters: messages.filters, steps: messages.steps, recommendation: messages.recommendation },
  };
}

interface HeadMarkup {
  readonly title: Html;
  readonly description?: Html | undefined;
}

export function headMarkup(
  { title, description }: Pick<Story, 'title' | 'description'>,
  write: TextWriter,
): HeadMarkup {
  return {
    title: renderPlain(title, write),
    description: description ? renderPlain(description, write) : undefined,
  };
}

/** The other steps, by their titles and recommendations: what a reader takes away. */
export function summaryMarkup({ steps }: Pick<Story, 'steps'>, writerOf: WriterOf): Html {
  const listed = steps.filter(({ summary }) => !summary);
  return html`${listed.map(({ id, title, recommendation, values }) => {
    const write = writerOf(values);
    const at = (field: string, text: string) => ({ 'data-value': textPlace(id, field, text) });
    const advice =
      recommendation &&
      html`<div class="inlay-summary-advice" dir="auto"${attributes(at('recommendation', recommendation))}>${renderMarkdown(recommendation, id, write)}</div>`;
    return html`<li dir="auto"><a href="#${id}"${attributes(at('title', title))}>${renderTitle(title, id, write)}</a>${advice}</li>`;
  })}`;
}

type StepMarkup = Readonly<Record<Exclude<keyof StepMessages, 'summary'>, Html | undefined>> & {
  readonly title: Html;
};

export function stepMarkup(
  { id, title, narrative, values, recommendation, source }: StoryStep,
  messages: Messages,
  writerOf: WriterOf,
): StepMarkup {
  const write = writerOf(values);
  return {
    title: renderTitle(title, id, write),
    narrative: narrative ? renderMarkdown(narrative, id, write) : undefined,
    recommendation: recommendation ? renderMarkdown(recommendation, id, write) : undefined,
    source: source ? html`${messages.source}: <bdi>${source}</bdi>` : undefined,
  };
}

function stepMessages(
  step: StoryStep,
  { title, narrative, recommendation, source }: StepMarkup,
): StepMessages {
  const isFixed = (text = '') => !hasBlocks(text);
  return {
    ...(isFixed(step.title) && { title: `${title}` }),
    ...(narrative && isFixed(step.narrative) && { narrative: `${narrative}` }),
    ...(recommendation && isFixed(step.recommendation) && { recommendation: `${recommendation}` }),
    ...(source && { source: `${source}` }),
  };
}
