import type { StoryContent, StoryStep } from '@inlay/content/story';
import { type Patch, patch } from '@inlay/editor/model/patch';
import type { ContentMessages } from '@inlay/messages/content';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { NamedValues, ValueSource } from '@inlay/protocol/narrative';
import { namesIn, parseNarrative, variableOf } from '@inlay/protocol/parse-narrative';
import { filterProblem } from '../content/filter-draft.ts';
import { finishChart } from './step-chart-work.ts';
import { problemText } from './text/problem-text.ts';

/** Pure functions that edit a story; each returns a new story. */

export function addStep(
  story: StoryContent,
  first: Pick<StoryStep, 'title' | 'summary'> = { title: '' },
): { readonly story: StoryContent; readonly id: string } {
  const taken = new Set(story.steps.map(({ id }) => id));
  let number = story.steps.length + 1;
  while (taken.has(`step-${number}`)) number += 1;
  const id = `step-${number}`;
  return { id, story: { ...story, steps: [...story.steps, { id, ...first }] } };
}

export const removeStep = (story: StoryContent, id: string): StoryContent => ({
  ...story,
  steps: story.steps.filter((step) => step.id !== id),
});

/** To a place, counted without the step itself; past an end it is the end. */
export function moveStep(story: StoryContent, id: string, to: number): StoryContent {
  const from = story.steps.findIndex((step) => step.id === id);
  const step = story.steps[from];
  if (!step) return story;
  const rest = story.steps.toSpliced(from, 1);
  return { ...story, steps: rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, step) };
}

export function changeStep(story: StoryContent, id: string, changes: Patch<StoryStep>): StoryContent {
  return { ...story, steps: story.steps.map((step) => (step.id === id ? patch(step, changes) : step)) };
}

/** The name under which a text may use a value: that of its column, unless another value has it already. */
export function nameFor(source: ValueSource, values: NamedValues): string {
  const known = Object.entries(values).find(([, other]) => isSame(other, source));
  if (known) return known[0];
  const plain =
    source.column
      .replaceAll(/[^A-Za-z0-9_]+/g, '_')
      .replace(/^(?=\d)/, '_')
      .slice(0, 56) || 'value';
  let name = plain;
  for (let number = 2; Object.hasOwn(values, name); number += 1) name = `${plain}_${number}`;
  return name;
}

const isSame = (one: ValueSource, other: ValueSource): boolean => keyOf(one) === keyOf(other);

const keyOf = ({ tile, column, row = 'first', by = column, where, show }: ValueSource): string =>
  JSON.stringify([tile, column, where ? [where.column, where.value] : [row, by], show]);

/** The story as it is saved: without values that no sentence uses, and without empty texts. */
export function finishStory(story: StoryContent): StoryContent {
  const { description, filters, ...rest } = story;
  return {
    ...rest,
    ...(description?.trim() ? { description } : {}),
    ...(filters && filters.length > 0
      ? { filters: filters.map((control) => withinShown(control, story)) }
      : {}),
    steps: story.steps.map(finishStep),
  };
}

/** Drops charts that have left the story from a filter's targets; with none left, the filter applies to all charts. */
function withinShown(control: FilterControl, { steps }: StoryContent): FilterControl {
  if (!control.tiles) return control;
  const { tiles, ...rest } = control;
  const left = tiles.filter((id) => steps.some((step) => step.tiles?.includes(id)));
  return (left.length > 0 ? { ...rest, tiles: left } : rest) as FilterControl;
}

function finishStep({
  narrative,
  recommendation,
  source,
  tiles,
  chart,
  values = {},
  ...step
}: StoryStep): StoryStep {
  const used = new Set(
    [step.title, narrative ?? '', recommendation ?? ''].flatMap(parseNarrative).flatMap(namesIn),
  );
  const changed = chart && tiles && tiles.length > 0 ? finishChart(chart) : undefined;
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => used.has(name)));
  return {
    ...step,
    ...(narrative?.trim() ? { narrative } : {}),
    ...(recommendation?.trim() ? { recommendation } : {}),
    ...(source?.trim() ? { source } : {}),
    ...(tiles && tiles.length > 0 ? { tiles } : {}),
    ...(changed ? { chart: changed } : {}),
    ...(Object.keys(kept).length > 0 ? { values: kept } : {}),
  };
}

type Problems = ContentMessages['stories']['problems'];

/** What keeps a story from being saved. */
export function storyProblem(
  { title, steps, filters = [] }: StoryContent,
  { stories: { problems: t }, shared }: ContentMessages,
): string | undefined {
  if (title.trim() === '') return t.title;
  const problems = [
    ...filters.map((each) => filterProblem(each, shared.filters)),
    ...steps.map((step, index) => stepProblem(step, index + 1, t)),
  ];
  return problems.find((problem) => problem !== undefined);
}

/** What keeps a step from being rendered. */
export function stepProblem(step: StoryStep, number: number, t: Problems): string | undefined {
  if (step.title.trim() === '') return t.stepTitle({ number });
  const texts = [step.title, step.narrative ?? '', step.recommendation ?? ''];
  for (const part of texts.flatMap(parseNarrative)) {
    if ('problem' in part) return t.placeholder({ number, problem: problemText(part, t) });
    const unknown = namesIn(part).find(
      (value) => variableOf({ value }) === undefined && !Object.hasOwn(step.values ?? {}, value),
    );
    if (unknown !== undefined) return t.unknownValue({ number, name: unknown });
  }
  return undefined;
}
