import type { Story, StoryStep } from '@inlay/content/story';
import { stepMarkup } from './content-messages.ts';
import { PHONE_WIDTH } from './dashboard-grid.ts';
import { attributes, type Html, html } from './html.ts';
import { naturalHeight, type PageContext, pending, writerOf } from './page-context.ts';
import { textPlace, titleRuns } from './render-markdown.ts';
import { tileSection } from './tile-section.ts';

/** The widest comfortable line of text. */
const STORY_WIDTH = 880;

/** The steps of a story, and the place of its navigation. */
export function* storyBody({ steps }: Story, context: PageContext): Iterable<Html> {
  const { messages, step: wanted, hiddenParts } = context;
  const open = steps.find(({ id }) => id === wanted) ?? steps[0];
  yield html`<ol class="inlay-steps">`;
  for (const step of steps) yield storyStep(step, step === open, context);
  yield html`</ol>`;
  if (!hiddenParts.includes('navigation'))
    yield html`<nav class="inlay-progress" aria-label="${messages.steps}"></nav>`;
}

function storyStep(step: StoryStep, isOpen: boolean, context: PageContext): Html {
  const { tiles, outcomes, pageTheme, width, messages } = context;
  const { id, tiles: ids = [], values } = step;
  const room = Math.min(width, STORY_WIDTH) - 2 * (width < PHONE_WIDTH ? 16 : 24);
  const side = ids.length === 2 && room >= 2 * 320 + 32;
  const size = { width: Math.max(120, Math.round(side ? (room - 32) / 2 : room)), height: 280 };
  const charts = ids.flatMap((tileId) => {
    const tile = tiles.get(tileId);
    if (!tile) return [];
    const own = { ...size, height: naturalHeight(tile) };
    return [
      tileSection(tile, outcomes.get(tileId) ?? pending, pageTheme, {
        size: own,
        level: 3,
        notFilteredBy: context.notFilteredBy.get(tileId),
        action: context.actions?.get(tileId),
        colors: context.colors,
        variables: context.variables,
      }),
    ];
  });
  const { title, narrative, recommendation, source } = stepMarkup(step, messages, writerOf(context));
  const name = titleRuns(step.title, writerOf(context)(values)).map((run) => run.text);
  const place = (field: 'title' | 'narrative' | 'recommendation') =>
    attributes({ 'data-value': textPlace(id, field, step[field]) });
  const inside = [
    html`<h2 dir="auto"${place('title')}>${title}</h2>`,
    narrative && html`<div class="inlay-narrative" dir="auto"${place('narrative')}>${narrative}</div>`,
    charts.length > 0 && html`<div class="inlay-step-tiles">${charts}</div>`,
    recommendation &&
      html`<aside class="inlay-recommendation" dir="auto" aria-label="${messages.recommendation}"${place('recommendation')}>${recommendation}</aside>`,
    source && html`<p class="inlay-source" dir="auto">${source}</p>`,
  ];
  const hidden = attributes({ hidden: !isOpen });
  return html`<li class="inlay-step" data-step="${id}" aria-label="${name}"${hidden}>${inside}</li>`;
}
