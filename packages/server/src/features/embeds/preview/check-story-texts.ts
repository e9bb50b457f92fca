import { readValue } from '@inlay/charts/format/read-value';
import type { StoryStep } from '@inlay/content/story';
import type { ExplanationMessages } from '@inlay/messages/explanation';
import { readEmbedFields } from '@inlay/protocol/embed-fields';
import type { ValueSource } from '@inlay/protocol/narrative';
import { parseNarrative, variableOf } from '@inlay/protocol/parse-narrative';
import type { QueryResult } from '@inlay/protocol/result';
import { AppError } from '../../../platform/errors.ts';
import { valueWriter } from '../../../platform/render/write-value.ts';
import { traceVisibility } from '../../../platform/rules/evaluate-visibility.ts';
import type { Services } from '../../../services.ts';
import { explainContent, sourcesOf } from '../../content/index.ts';
import type { QueryOptions } from '../../datasets/index.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import { queryTile } from '../tiles/query-tile.ts';
import { draftTarget } from './explain-embed.ts';
import { storyRequest } from './preview-story.ts';
import type { Author } from './preview-tile.ts';

export const TEXT_NAMES = ['title', 'narrative', 'recommendation'] as const;

/** Why a sentence has no value for a viewer. */
export const MISSING_REASONS = ['no-rows', 'no-value', 'no-access', 'failed'] as const;

/** A value that a sentence states and a viewer does not have. */
export interface MissingValue {
  readonly step: string;
  readonly text: (typeof TEXT_NAMES)[number];
  readonly value: string;
  readonly reason: (typeof MISSING_REASONS)[number];
}

/** What a viewer reads of a story: its hidden steps, and its sentences without a value. */
export interface CheckedTexts {
  /** Why the whole story is hidden. */
  readonly hidden: string | null;
  readonly hiddenSteps: readonly { readonly step: string; readonly reason: string }[];
  readonly missing: readonly MissingValue[];
}

interface TextsToCheck {
  readonly content: unknown;
  readonly lang?: string | undefined;
  readonly timeZone?: string | undefined;
}

interface CheckOptions {
  readonly texts: ExplanationMessages;
  readonly signal: AbortSignal;
  readonly onRead: QueryOptions['onRead'];
}

/** Which sentences of a story have no value for the viewer of the author. Each tile is queried once. */
export async function checkStoryTexts(
  services: Services,
  author: Author,
  { content, ...fields }: TextsToCheck,
  { texts, signal, onRead }: CheckOptions,
): Promise<CheckedTexts> {
  const { tenantId, app, viewer } = author;
  const target = await draftTarget(services.store, tenantId, app.id, 'story', content);
  const [whole, ...parts] = explainContent(target, (rule) => traceVisibility(rule, viewer), texts);
  const hiddenSteps = parts.flatMap(({ kind, id, visible, reason }) =>
    kind === 'step' && !visible ? [{ step: id, reason }] : [],
  );
  const sent = Object.entries(fields).filter((entry): entry is [string, string] => !!entry[1]);
  const request = await storyRequest(services, author, {
    target,
    settings: readEmbedFields(sent).settings,
    signal,
  });
  if (request?.content.kind !== 'story') return { hidden: whole?.reason ?? '', hiddenSteps: [], missing: [] };
  const { steps } = request.content.story;
  const reading: EmbedRequest = { ...request, reads: [] };
  const results = await resultsOf(reading, steps);
  onRead?.(reading.reads ?? []);
  return {
    hidden: null,
    hiddenSteps,
    missing: steps.flatMap((step) => missingIn(step, results, request)),
  };
}

type Outcome = QueryResult | Extract<MissingValue['reason'], 'no-access' | 'failed'>;
type Outcomes = ReadonlyMap<string, Outcome>;

/** The results of the tiles whose values the steps state, one after the other. */
async function resultsOf(request: EmbedRequest, steps: readonly StoryStep[]): Promise<Outcomes> {
  const ids = new Set(steps.flatMap(({ values }) => sourcesOf(values)));
  const outcomes = new Map<string, Outcome>();
  for (const id of ids) {
    try {
      outcomes.set(id, (await queryTile(request, { id })).result);
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
      outcomes.set(id, error.code === 'DATA_DENIED' ? 'no-access' : 'failed');
    }
  }
  return outcomes;
}

function missingIn(
  step: StoryStep,
  outcomes: Outcomes,
  { variables, locale }: EmbedRequest,
): readonly MissingValue[] {
  const { id, values } = step;
  const results = new Map(
    [...outcomes].flatMap(([tile, each]) => (typeof each === 'string' ? [] : [[tile, each]])),
  );
  const { choose } = valueWriter(values, results, variables, locale);
  return TEXT_NAMES.flatMap((text) => {
    // Branches that this viewer does not read may state what they like.
    const read = parseNarrative(choose(step[text] ?? '') ?? '');
    const names = new Set(read.flatMap((part) => ('value' in part ? [part.value] : [])));
    return [...names].flatMap((value) => {
      if (variableOf({ value }) !== undefined) return [];
      const source = values && Object.hasOwn(values, value) ? values[value] : undefined;
      const reason = reasonFor(source, source && outcomes.get(source.tile));
      return reason ? [{ step: id, text, value, reason }] : [];
    });
  });
}

function reasonFor(
  source: ValueSource | undefined,
  outcome: Outcome | undefined,
): MissingValue['reason'] | undefined {
  if (!source || outcome === undefined) return 'no-access';
  if (typeof outcome === 'string') return outcome;
  if (!outcome.columns.some(({ name }) => name === source.column)) return 'no-access';
  const found = readValue(source, outcome);
  if (found && found.cell !== null) return undefined;
  return outcome.rowCount === 0 || !found ? 'no-rows' : 'no-value';
}
