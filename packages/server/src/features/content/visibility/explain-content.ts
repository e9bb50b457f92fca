import type { Tile } from '@inlay/charts/tile';
import type { StoryStep } from '@inlay/content/story';
import type { UnfoldedItem } from '@inlay/content/unfold-dashboard';
import type { ExplanationMessages } from '@inlay/messages/explanation';
import type { ExplainedPart } from '@inlay/protocol/explanation';
import type { VisibilityRule } from '@inlay/protocol/rule';
import type { Finding } from '../../../platform/rules/evaluate-visibility.ts';
import { writeDenials, writeFinding } from '../../../platform/rules/write-finding.ts';
import { sourcesOf, tilesOf, type VisibleContent, visibleContent } from './visible-content.ts';

/** The outcome of a rule for the viewer, condition by condition. */
export type Trace = (rule: VisibilityRule) => {
  readonly outcome: string;
  readonly findings: readonly Finding[];
};

type Part = Omit<ExplainedPart, 'data'>;
type Facts = Pick<Part, 'kind' | 'id' | 'title' | 'visible'>;
type Ruled = { readonly visibility?: VisibilityRule };

/**
 * Each part of the content and why it is hidden from a viewer. Visibility comes from `visibleContent`, which decides
 * for viewers too; this adds only the reasons.
 */
export function explainContent(
  content: VisibleContent,
  trace: Trace,
  texts: ExplanationMessages,
): readonly Part[] {
  const { parts: t } = texts;
  const explained = (part: Ruled, facts: Facts, otherReason: string) =>
    explainPart(part, facts, { otherReason, trace, texts });
  const visibleParts = visibleContent(content, (rule) => trace(rule).outcome === 'true');
  if (content.kind === 'tile') {
    const { id, title } = content.tile;
    return [explained(content.tile, { kind: 'tile', id, title, visible: visibleParts !== undefined }, '')];
  }
  const whole = content.kind === 'story' ? content.story : content.dashboard;
  const visibleKeys = visiblePartKeys(visibleParts);
  const tiles = new Map(content.tiles.map((tile) => [tile.id, tile]));
  const missing = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const tile = tiles.get(id);
      if (!tile) return [t.needsUnpublished({ tile: id })];
      const isHidden = tile.visibility !== undefined && trace(tile.visibility).outcome !== 'true';
      return isHidden ? [t.needsHidden({ tile: id })] : [];
    });
  const dependent = (part: Ruled, facts: Omit<Facts, 'visible'>, ids: readonly string[]) => {
    const visible = visibleKeys.has(`${facts.kind} ${facts.id}`);
    const reason = missing(ids).join('; ') || t.wholeHidden[content.kind];
    return explained(part, { ...facts, visible }, reason);
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
    explained(whole, facts, t.allHidden),
    ...parts,
    ...tilesNamedIn(content).map((id) => {
      const tile = tiles.get(id);
      const visible = visibleKeys.has(`tile ${id}`);
      const reason = tile ? t.unused : t.unpublished;
      return explained(tile ?? {}, { kind: 'tile', id, title: tile?.title ?? null, visible }, reason);
    }),
  ];
}

interface Explaining {
  /** Why the part is hidden, unless its own rule hides it. */
  readonly otherReason: string;
  readonly trace: Trace;
  readonly texts: ExplanationMessages;
}

function explainPart({ visibility }: Ruled, facts: Facts, { otherReason, trace, texts }: Explaining): Part {
  const { parts: t } = texts;
  const traced = visibility && trace(visibility);
  const findings = traced?.findings ?? [];
  const part = { ...facts, rules: findings.map((finding) => writeFinding(finding, texts)) };
  if (facts.visible) return { ...part, reason: traced ? t.visibleByRule : t.visible };
  if (!traced || traced.outcome === 'true') return { ...part, reason: t.hidden({ reason: otherReason }) };
  return { ...part, reason: t.hiddenByRule({ reasons: writeDenials(findings, texts).join('; ') }) };
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
