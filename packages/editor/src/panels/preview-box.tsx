import { Button } from '@inlay/ui/button';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type Desk, labelOf } from '../desk.ts';
import type { DrawnTile, EditorBackend } from '../editor-backend.ts';
import { changeDimension } from '../model/change-fields.ts';
import { newFilter } from '../model/filter-operators.ts';
import { patchQuery } from '../model/patch.ts';
import { isTooHeavy, type WayOut, waysOut } from '../model/ways-out.ts';
import type { Preview } from '../use-preview.ts';

interface PreviewBoxProps {
  readonly desk: Desk;
  readonly preview: Preview;
  readonly covered: ComponentChildren;
  /** Opens the settings at the filters. */
  readonly onFilters: () => void;
}

/** The chart on real data, or why there is none and what to do about it. */
export function PreviewBox({ desk, preview, covered, onFilters }: PreviewBoxProps): VNode {
  const { tile, words } = desk;
  const hasFields = tile.query.dimensions.length + tile.query.measures.length > 0;
  return (
    <section class="te-preview" aria-label={words.preview} aria-busy={preview.loading}>
      {!hasFields ? (
        <div class="te-empty">
          <strong>{words.startTitle}</strong>
          <p>{tile.datasetId === '' ? words.startDataset : words.startFields}</p>
        </div>
      ) : covered ? (
        <div class="te-empty">{covered}</div>
      ) : preview.refusal ? (
        <Refused desk={desk} preview={preview} onFilters={onFilters} />
      ) : (
        <Drawn desk={desk} />
      )}
      {preview.result?.truncated && <p class="ui-field-hint">{words.truncated}</p>}
      {preview.loading && (
        <div class="te-progress" role="status">
          <span class="inlay-unseen">{words.loading}</span>
        </div>
      )}
    </section>
  );
}

function Drawn({ desk }: { readonly desk: Desk }): VNode {
  const { tile, result, backend } = desk;
  const box = useRef<HTMLDivElement>(null);
  const [last, setLast] = useState<DrawnTile & { readonly by: EditorBackend }>();
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
      .draw(tile, result, size)
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
        {drawn?.picture}
      </div>
    </div>
  );
}

function Refused({ desk, preview, onFilters }: Omit<PreviewBoxProps, 'covered'>): VNode {
  const { tile, dataset, words, change } = desk;
  const { refusal, retry } = preview;
  const isHeavy = isTooHeavy(refusal?.code ?? '');
  const take = (way: WayOut) => {
    if (way.kind === 'coarser') return change(changeDimension(tile, way.column, { grain: way.grain }));
    const { query } = tile;
    if (way.kind === 'top') {
      const by = query.measures[0] ?? '';
      const top = { dimension: way.column, by, count: way.count, others: true };
      return change(patchQuery(tile, { top }));
    }
    const type = dataset.columns.find(({ name }) => name === way.column)?.type ?? 'date';
    change(patchQuery(tile, { filters: [...(query.filters ?? []), newFilter(way.column, type)] }));
    return onFilters();
  };
  const text = (way: WayOut) => {
    const label = labelOf(dataset, way.column);
    if (way.kind === 'coarser') return words.coarser({ field: label, grain: words.grains[way.grain] });
    return way.kind === 'top'
      ? words.keepTop({ field: label, count: way.count })
      : words.narrow({ field: label });
  };
  return (
    <div class="te-empty" role="alert">
      <strong>{isHeavy ? words.tooHeavy : words.failed}</strong>
      <p>{isHeavy ? words.tooHeavyHint : refusal?.message}</p>
      <div class="te-row">
        {isHeavy &&
          waysOut(tile, dataset).map((way) => (
            <Button key={text(way)} onClick={() => take(way)}>
              {text(way)}
            </Button>
          ))}
        <Button variant="ghost" onClick={retry}>
          {words.retry}
        </Button>
      </div>
    </div>
  );
}
