import type { Size } from '@inlay/charts/chart-props';
import type { Tile } from '@inlay/charts/tile';
import type { Story, StoryStep } from '@inlay/content/story';
import { scenesOf } from '@inlay/content/unfold-story';
import { BESIDE_WIDTH, isScrolled } from '@inlay/protocol/story-mode';
import { stepMarkup, summaryMarkup } from './content-messages.ts';
import { PHONE_WIDTH } from './dashboard-grid.ts';
import { attributes, type Html, html } from './html.ts';
import { naturalHeight, type PageContext, pending, writerOf } from './page-context.ts';
import { textPlace, titleRuns } from './render-markdown.ts';
import { tileSection, tileTitle } from './tile-section.ts';

/** The widest comfortable line of text, and the widest page with a chart beside it, as in the frame's `page.css`. */
const STORY_WIDTH = 880;
const SCROLL_WIDTH = 1120;
/** Between text and chart; the chart has seven of twelve parts of the rest. */
const SCROLL_GAP = 48;
const SCROLL_HEIGHT = 400;

interface Place {
  /** Only the open one of slides is visible. */
  readonly isOpen: boolean;
  /** The index of the first step that shows the same chart. */
  readonly scene: number;
  readonly isScrolled: boolean;
}

/** The steps of a story, and the place of its navigation. */
export function* storyBody(story: Story, context: PageContext): Iterable<Html> {
  const { steps } = story;
  const { messages, step: wanted, hiddenParts, storyMode, width } = context;
  const open = steps.find(({ id }) => id === wanted) ?? steps[0];
  const scrolled = isScrolled(storyMode, width);
  const scenes = scenesOf(steps);
  yield html`<ol class="inlay-steps" data-mode="${scrolled ? 'scroll' : 'slides'}">`;
  for (const [index, step] of steps.entries()) {
    const place = { isOpen: step === open, scene: scenes[index] ?? index, isScrolled: scrolled };
    yield storyStep(story, step, place, context);
  }
  yield html`</ol>`;
  if (!hiddenParts.includes('navigation'))
    yield html`<nav class="inlay-progress" aria-label="${messages.steps}"></nav>`;
}

function storyStep(story: Story, step: StoryStep, place: Place, context: PageContext): Html {
  const { messages } = context;
  const { id, values } = step;
  const writer = writerOf(context);
  const name = titleRuns(step.title, writer(values))
    .map((run) => run.text)
    .join('');
  const charts = stepCharts(step, name, place, context);
  const { title, narrative, recommendation, source } = stepMarkup(step, messages, writer);
  const at = (field: 'title' | 'narrative' | 'recommendation') => ({
    'data-value': textPlace(id, field, step[field]),
  });
  const text = [
    html`<h2 dir="auto"${attributes(at('title'))}>${title}</h2>`,
    narrative &&
      html`<div class="inlay-narrative" dir="auto"${attributes(at('narrative'))}>${narrative}</div>`,
    step.summary && html`<ol class="inlay-summary">${summaryMarkup(story, writer)}</ol>`,
  ];
  const end = [
    recommendation &&
      html`<aside class="inlay-recommendation" dir="auto" aria-label="${messages.recommendation}"${attributes(at('recommendation'))}>${recommendation}</aside>`,
    source && html`<p class="inlay-source" dir="auto">${source}</p>`,
  ];
  const inside = [
    html`<div class="inlay-step-text">${text}</div>`,
    charts.length > 0 && html`<div class="inlay-step-tiles"><div class="inlay-charts">${charts}</div></div>`,
    html`<div class="inlay-step-end">${end}</div>`,
  ];
  const hidden = attributes({ hidden: !place.isOpen && !place.isScrolled });
  return html`<li class="inlay-step" data-step="${id}" data-scene="${place.scene}" aria-label="${name}"${hidden}>${inside}</li>`;
}

function stepCharts(step: StoryStep, name: string, place: Place, context: PageContext): readonly Html[] {
  const { tiles, outcomes, pageTheme, width, notFilteredBy, actions, colors, variables } = context;
  const shown = (step.tiles ?? []).flatMap((id) => tiles.get(id) ?? []);
  return shown.map((tile) => {
    const outcome = outcomes.get(tile.id) ?? pending;
    const title = tileTitle(tile, outcome, pageTheme, variables);
    return tileSection(tile, outcome, pageTheme, {
      size: sizeOf(tile, shown.length, place.isScrolled, width),
      level: 3,
      hidesHeading: title === name,
      notFilteredBy: notFilteredBy.get(tile.id),
      action: actions?.get(tile.id),
      colors,
      variables,
    });
  });
}

function sizeOf(tile: Tile, count: number, scrolled: boolean, width: number): Size {
  const height = naturalHeight(tile);
  const padding = 2 * (width < PHONE_WIDTH ? 16 : 24);
  if (scrolled && width >= BESIDE_WIDTH) {
    const room = ((Math.min(width, SCROLL_WIDTH) - padding - SCROLL_GAP) * 7) / 12;
    const isAlone = count === 1 && height > 200;
    return { width: Math.round(room), height: isAlone ? SCROLL_HEIGHT : height };
  }
  const room = Math.min(width, STORY_WIDTH) - padding;
  const side = count === 2 && room >= 2 * 320 + 32;
  return { width: Math.max(120, Math.round(side ? (room - 32) / 2 : room)), height };
}
