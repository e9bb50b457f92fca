import type { Tile } from '@inlay/charts/tile';
import type { StoryStep } from '@inlay/content/story';
import type { UnfoldedItem } from '@inlay/content/unfold-dashboard';
import type { ExplainedPart, RuleFinding } from '@inlay/protocol/explanation';
import type { VisibilityRule } from '@inlay/protocol/rule';
import { sourcesOf, tilesOf, type VisibleContent, visibleContent } from './visible-content.ts';

/** The outcome of a rule for the viewer, condition by condition. */
export type Trace = (rule: VisibilityRule) => {
  readonly outcome: string;
  readonly findings: readonly RuleFinding[];
};

type Part = Omit<ExplainedPart, 'data'>;
type Facts = Pick<Part, 'kind' | 'id' | 'title' | 'visible'>;
type Ruled = { readonly visibility?: VisibilityRule };

/**
 * Each part of the content and why it is hidden from a viewer. Visibility comes from `visibleContent`, which decides
 * for viewers too; this adds only the reasons.
 */
export function explainContent(content: VisibleContent, trace: Trace): readonly Part[] {
  const visibleParts = visibleContent(content, (rule) => trace(rule).outcome === 'true');
  if (content.kind === 'tile') {
    const { id, title } = content.tile;
    return [
      explainPart(content.tile, { kind: 'tile', id, title, visible: visibleParts !== undefined }, '', trace),
    ];
  }
  const whole = content.kind === 'story' ? content.story : content.dashboard;
  const visibleKeys = visiblePartKeys(visibleParts);
  const tiles = new Map(content.tiles.map((tile) => [tile.id, tile]));
  const missing = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const tile = tiles.get(id);
      if (!tile) return [`it needs the tile '${id}', which is not published`];
      const isHidden = tile.visibility !== undefined && trace(tile.visibility).outcome !== 'true';
      return isHidden ? [`it needs the tile '${id}', which is hidden`] : [];
    });
  const dependent = (part: Ruled, facts: Omit<Facts, 'visible'>, ids: readonly string[]) => {
    const visible = visibleKeys.has(`${facts.kind} ${facts.id}`);
    const reason = missing(ids).join('; ') || `the ${content.kind} is hidden`;
    return explainPart(part, { ...facts, visible }, reason, trace);
  };
  const parts =
    content.kind === 'story'
      ? content.story.steps.map((step) =>
          dependent(step, { kind: 'step', id: step.id, title: step.title }, tilesOfStep(step)),
        )
      : content.dashboard.items.map((item) =>
          dependent(item, { kind: 'item', id: item.id, title: titleOf(item, tiles) }, tilesOf(item)),
        );
  const facts = { kind: content.kind, id: whole.id, title: whole.title, visible: visibleParts !== undefined };
  return [
    explainPart(whole, facts, 'everything in it is hidden', trace),
    ...parts,
    ...tilesNamedIn(content).map((id) => {
      const tile = tiles.get(id);
      const visible = visibleKeys.has(`tile ${id}`);
      const reason = tile ? 'no visible content uses it' : 'it is not published';
      return explainPart(
        tile ?? {},
        { kind: 'tile', id, title: tile?.title ?? null, visible },
        reason,
        trace,
      );
    }),
  ];
}

function explainPart({ visibility }: Ruled, facts: Facts, otherReason: string, trace: Trace): Part {
  const traced = visibility && trace(visibility);
  const part = { ...facts, rules: [...(traced?.findings ?? [])] };
  if (facts.visible)
    return {
      ...part,
      reason: traced ? 'Visible: its visibility rule matches.' : 'Visible: it has no visibility rule.',
    };
  if (!traced || traced.outcome === 'true') return { ...part, reason: `Hidden: ${otherReason}.` };
  const reasons = traced.findings.filter(({ outcome }) => outcome !== 'true').map(({ reason }) => reason);
  return { ...part, reason: `Hidden by its visibility rule: ${reasons.join('; ')}.` };
}

/** Kind and id of each visible part. */
function visiblePartKeys(visibleParts: VisibleContent | undefined): ReadonlySet<string> {
  if (!visibleParts || visibleParts.kind === 'tile') return new Set();
  const tiles = visibleParts.tiles.map(({ id }) => `tile ${id}`);
  return new Set(
    visibleParts.kind === 'story'
      ? [...tiles, ...visibleParts.story.steps.map(({ id }) => `step ${id}`)]
      : [...tiles, ...visibleParts.dashboard.items.map(({ id }) => `item ${id}`)],
  );
}

function tilesNamedIn(content: Exclude<VisibleContent, { kind: 'tile' }>): readonly string[] {
  const named =
    content.kind === 'story'
      ? content.story.steps.flatMap(tilesOfStep)
      : content.dashboard.items.flatMap(tilesOf);
  return [...new Set(named)];
}

const tilesOfStep = ({ tiles = [], values }: StoryStep) => [...tiles, ...sourcesOf(values)];

function titleOf(item: UnfoldedItem, tiles: ReadonlyMap<string, Tile>): string | null {
  return 'tile' in item ? (item.title ?? tiles.get(item.tile)?.title ?? null) : null;
}
