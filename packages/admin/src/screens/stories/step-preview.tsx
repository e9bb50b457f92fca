import { chartOf } from '@inlay/charts/chart-kinds';
import { ABSENT, writeValue } from '@inlay/charts/format/write-value';
import type { TileContent } from '@inlay/charts/tile';
import type { StoryStep } from '@inlay/content/story';
import type { DrawnTile, EditorBackend } from '@inlay/editor/editor-backend';
import { parseNarrative, titleOutline } from '@inlay/protocol/parse-narrative';
import type { QueryResult } from '@inlay/protocol/result';
import MarkdownIt from 'markdown-it';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { contentOf, type ShownTile } from '../../api/content.ts';
import { adminLocale } from '../../charts/admin-locale.ts';
import { NotSeen, type PreviewAs } from '../content/preview-as.tsx';

interface StepPreviewProps {
  readonly step: StoryStep;
  readonly tiles: readonly ShownTile[];
  readonly results: ReadonlyMap<string, QueryResult>;
  readonly backend: EditorBackend;
  readonly hides: PreviewAs['hides'];
}

/** The step as viewers read it, on the data of now. */
export function StepPreview({ step, tiles, results, backend, hides }: StepPreviewProps): VNode {
  const shown = (step.tiles ?? []).filter((id) => hides(id) === undefined);
  const own = shown.flatMap((id) => tiles.find((tile) => tile.id === id) ?? []);
  const reason = hides() ?? hides(step.id);
  if (reason !== undefined)
    return (
      <section class="step-preview te-empty" aria-label="Preview">
        <NotSeen reason={reason} />
      </section>
    );
  return (
    <section class="step-preview" aria-label="Preview">
      <h2 class="step-preview-title">{writeTitle(step.title, step, results) || 'Untitled step'}</h2>
      {!step.narrative && !step.tiles && (
        <p class="muted">Here you read the step as viewers do. Write what was found and choose a chart.</p>
      )}
      {step.narrative && <Prose html={renderNarrative(step.narrative, step, results)} />}
      {own.length > 0 && (
        <div class={own.length === 2 ? 'step-charts step-charts-two' : 'step-charts'}>
          {own.map((tile) => (
            <StepChart key={tile.id} tile={tile} result={results.get(tile.id)} backend={backend} />
          ))}
        </div>
      )}
      {step.recommendation && (
        <aside class="step-advice">
          <strong>Recommendation</strong>
          <Prose html={renderNarrative(step.recommendation, step, results)} />
        </aside>
      )}
      {step.source && <p class="muted small">Source: {step.source}</p>}
    </section>
  );
}

function Prose({ html }: { readonly html: string }): VNode {
  return <div class="step-prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

interface StepChartProps {
  readonly tile: ShownTile;
  readonly result: QueryResult | undefined;
  readonly backend: EditorBackend;
}

function StepChart({ tile, result, backend }: StepChartProps): VNode {
  const box = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<DrawnTile & { readonly by: EditorBackend }>();
  const drawn = last?.by === backend ? last : undefined;
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!result || width === 0) return undefined;
    let wanted = true;
    const size = { width, height: chartOf(tile.kind).isCompact ? 120 : 260 };
    backend.draw(contentOf(tile) as TileContent, result, size).then(
      (next) => wanted && setLast({ ...next, by: backend }),
      () => {},
    );
    return () => {
      wanted = false;
    };
  }, [tile, result, width, backend]);
  return (
    <figure>
      <figcaption class="step-title">{drawn?.title ?? titleOutline(tile.title)}</figcaption>
      <div ref={box} class={drawn ? '' : 'step-chart-waiting'}>
        {drawn?.picture}
      </div>
    </figure>
  );
}

type Results = ReadonlyMap<string, QueryResult>;

// As the server has it: no HTML, no pictures, links to the web and to mail alone.
const markdown = new MarkdownIt({ html: false }).disable(['image']);
markdown.validateLink = (url) => /^(?:https?:|mailto:)/i.test(url);

/** A title with its values written out; it is no Markdown. */
function writeTitle(text: string, step: StoryStep, results: Results): string {
  return written(text, step, results, (value) => value);
}

/** A text as HTML. What people typed is escaped by the renderer, and what data says by us. */
function renderNarrative(text: string, step: StoryStep, results: Results): string {
  return markdown.render(
    written(text, step, results, (value) => value.replaceAll(/[\\`*_{}[\]()#+\-.!|<>~&]/g, '\\$&')),
  );
}

function written(text: string, step: StoryStep, results: Results, guard: (value: string) => string): string {
  return parseNarrative(text)
    .map((part) => {
      if ('text' in part) return part.text;
      if ('problem' in part) return '';
      const source = step.values?.[part.value];
      const result = source && results.get(source.tile);
      return guard(result ? writeValue(source, result, part.format, adminLocale) : ABSENT);
    })
    .join('');
}
