import type { BetterChart } from '@inlay/charts/better-chart';
import { Button } from '@inlay/ui/controls/button';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EditorBackend, RenderedTile } from '../editor-backend.ts';
import { type EditorContext, labelOf } from '../editor-context.ts';
import { changeDimension } from '../model/change-fields.ts';
import { type CheaperQuery, cheaperQueries, isTooExpensive } from '../model/cheaper-queries.ts';
import { newFilter } from '../model/filter-operators.ts';
import { patchOptions, patchQuery } from '../model/patch.ts';
import type { Preview } from '../use-preview.ts';

interface PreviewBoxProps {
  readonly context: EditorContext;
  readonly preview: Preview;
  readonly overlay: ComponentChildren;
  /** Opens the settings at the filters. */
  readonly onFilters: () => void;
}

/** The chart with real data, or the reason why there is none and how to fix it. */
export function PreviewBox({ context, preview, overlay, onFilters }: PreviewBoxProps): VNode {
  const { tile, messages } = context;
  const hasFields = tile.query.dimensions.length + tile.query.measures.length > 0;
  return (
    <section class="te-preview" aria-label={messages.preview} aria-busy={preview.loading}>
      {!hasFields ? (
        <div class="te-empty">
          <strong>{messages.startTitle}</strong>
          <p>{tile.datasetId === '' ? messages.startDataset : messages.startFields}</p>
        </div>
      ) : overlay ? (
        <div class="te-empty">{overlay}</div>
      ) : preview.refusal ? (
        <Refused context={context} preview={preview} onFilters={onFilters} />
      ) : (
        <Drawn context={context} />
      )}
      {preview.result?.truncated && <p class="ui-field-hint">{messages.truncated}</p>}
      {preview.loading && (
        <div class="te-progress" role="status">
          <span class="inlay-unseen">{messages.loading}</span>
        </div>
      )}
    </section>
  );
}

function Drawn({ context }: { readonly context: EditorContext }): VNode {
  const { tile, result, backend } = context;
  const box = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<RenderedTile & { readonly by: EditorBackend }>();
  const drawn = last?.by === backend ? last : undefined;
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (!result || size.width === 0) return undefined;
    let wanted = true;
    backend
      .render(tile, result, size)
      .then((next) => wanted && setLast({ ...next, by: backend }), console.error);
    return () => {
      wanted = false;
    };
  }, [tile, result, size, backend]);
  return (
    <div class="te-drawn">
      <div class="te-chart-head">
        <strong dir="auto">{drawn?.title.trim() || '\u00a0'}</strong>
        {drawn?.description ? <p dir="auto">{drawn.description}</p> : null}
      </div>
      <div ref={box} class={drawn ? 'te-chart' : 'te-chart te-skeleton'}>
        {drawn?.chart}
      </div>
      {drawn?.instead && <Instead context={context} instead={drawn.instead} />}
    </div>
  );
}

interface InsteadProps {
  readonly context: EditorContext;
  readonly instead: BetterChart;
}

/** Offers the chart that shows the result better, or at all. */
function Instead({ context, instead }: InsteadProps): VNode {
  const { tile, messages, change } = context;
  const { kind, options, offer, advice } = instead;
  return (
    <div class="te-row">
      {advice && <p class="ui-field-hint">{messages[advice]}</p>}
      <Button onClick={() => change(patchOptions({ ...tile, kind }, options))}>{messages[offer]}</Button>
    </div>
  );
}

function Refused({ context, preview, onFilters }: Omit<PreviewBoxProps, 'overlay'>): VNode {
  const { tile, dataset, messages, change } = context;
  const { refusal, retry } = preview;
  const isExpensive = isTooExpensive(refusal?.code ?? '');
  const apply = (suggestion: CheaperQuery) => {
    if (suggestion.kind === 'coarser')
      return change(changeDimension(tile, suggestion.column, { grain: suggestion.grain }));
    const { query } = tile;
    if (suggestion.kind === 'top') {
      const by = query.measures[0] ?? '';
      const top = { dimension: suggestion.column, by, count: suggestion.count, others: true };
      return change(patchQuery(tile, { top }));
    }
    const type = dataset.columns.find(({ name }) => name === suggestion.column)?.type ?? 'date';
    change(patchQuery(tile, { filters: [...(query.filters ?? []), newFilter(suggestion.column, type)] }));
    return onFilters();
  };
  const text = (suggestion: CheaperQuery) => {
    const label = labelOf(dataset, suggestion.column);
    if (suggestion.kind === 'coarser')
      return messages.coarser({ field: label, grain: messages.grains[suggestion.grain] });
    return suggestion.kind === 'top'
      ? messages.keepTop({ field: label, count: suggestion.count })
      : messages.narrow({ field: label });
  };
  return (
    <div class="te-empty" role="alert">
      <strong>{isExpensive ? messages.tooHeavy : messages.failed}</strong>
      <p>{isExpensive ? messages.tooHeavyHint : refusal?.message}</p>
      <div class="te-row">
        {isExpensive &&
          cheaperQueries(tile, dataset).map((suggestion) => (
            <Button key={text(suggestion)} onClick={() => apply(suggestion)}>
              {text(suggestion)}
            </Button>
          ))}
        <Button variant="ghost" onClick={retry}>
          {messages.retry}
        </Button>
      </div>
    </div>
  );
}
