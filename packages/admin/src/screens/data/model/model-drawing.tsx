import type { ModelDataset } from '@inlay/protocol/model-api';
import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { useMessages } from '../../../messages.ts';
import { adoptStyles } from '../../../parts/page/adopt-styles.ts';
import { hrefOf, navigate } from '../../../router.ts';
import { kindText, necessityOf } from '../datasets/relationships/relationship-text.ts';
import { BOX_WIDTH, type Box, type Line, layoutModel, type ModelLink } from './layout-model.ts';
import css from './model.css?inline';

adoptStyles(css);

interface ModelDrawingProps {
  readonly datasets: readonly ModelDataset[];
  /** The key of a link: its dataset and name. */
  readonly chosen: string | undefined;
  readonly onChoose: (link: ModelLink) => void;
}

/** Datasets as boxes and relationships as lines between their keys. Dragging the background moves it. */
export function ModelDrawing({ datasets, chosen, onChoose }: ModelDrawingProps): VNode {
  const t = useMessages('data').model;
  const { boxes, lines, width, height } = useMemo(() => layoutModel(datasets), [datasets]);
  const view = useRef<HTMLElement>(null);
  return (
    <section
      ref={view}
      class="model-view"
      aria-label={t.drawing}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a large drawing scrolls, so the keyboard must reach it
      tabIndex={0}
      onPointerDown={(event) => view.current && drag(view.current, event)}
    >
      <div class="model-canvas" style={{ width: `${width}px`, height: `${height}px` }}>
        <svg width={width} height={height} aria-label={t.relationships}>
          {lines.map((line) => (
            <LinkLine
              key={`${line.link.from.id} ${line.link.relationship.name}`}
              line={line}
              isChosen={`${line.link.from.id} ${line.link.relationship.name}` === chosen}
              onChoose={() => onChoose(line.link)}
            />
          ))}
        </svg>
        {boxes.map((box) => (
          <DatasetBox key={box.dataset.id} box={box} />
        ))}
      </div>
    </section>
  );
}

function DatasetBox({ box: { dataset, keys, x, y, height } }: { readonly box: Box }): VNode {
  const t = useMessages('data').datasets;
  const to = `/datasets/${encodeURIComponent(dataset.id)}`;
  return (
    <a
      class="model-box"
      href={hrefOf(to)}
      style={{ left: `${x}px`, top: `${y}px`, width: `${BOX_WIDTH}px`, height: `${height}px` }}
      draggable={false}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      <strong>{dataset.name}</strong>
      <small class="ui-muted">
        {t.columns({ count: dataset.columns.length })}, {t.measures({ count: dataset.measures })}
      </small>
      {keys.map((key) => (
        <span key={key} class="model-key ui-mono">
          {key}
        </span>
      ))}
    </a>
  );
}

interface LinkLineProps {
  readonly line: Line;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function LinkLine({ line: { link, d, start, end }, isChosen, onChoose }: LinkLineProps): VNode {
  const t = useMessages('data').relationships;
  const { from, to, relationship } = link;
  const names = { own: from.name, other: to.name };
  const necessity = necessityOf(relationship, from);
  const text = [kindText(relationship.kind, names, t), ...(necessity ? [t[necessity]] : [])].join(' · ');
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: SVG has no button */}
      <g
        class="model-line"
        role="button"
        // Attributes of SVG are case-sensitive.
        tabindex={0}
        aria-pressed={isChosen}
        aria-label={`${relationship.name}: ${text}`}
        data-optional={necessity === 'optional' ? '' : undefined}
        onClick={onChoose}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          onChoose();
        }}
      >
        <path class="model-hit" d={d} />
        <path d={d} />
      </g>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group of SVG gets no focus without a tabindex */}
      <g class="model-ends" aria-hidden="true">
        <text x={start.x} y={start.y}>
          {start.text}
        </text>
        <text x={end.x} y={end.y}>
          {end.text}
        </text>
      </g>
    </>
  );
}

/** Scrolls with the pointer until it is released. Touch scrolls by itself. */
function drag(view: HTMLElement, { button, pointerType, target, clientX, clientY }: PointerEvent): void {
  const isBackground = target instanceof Element && !target.closest('.model-box, .model-line');
  if (button !== 0 || pointerType !== 'mouse' || !isBackground) return;
  const { scrollLeft, scrollTop } = view;
  const ended = new AbortController();
  view.dataset.dragged = '';
  const move = (event: PointerEvent) => {
    view.scrollLeft = scrollLeft + clientX - event.clientX;
    view.scrollTop = scrollTop + clientY - event.clientY;
  };
  const end = () => {
    delete view.dataset.dragged;
    ended.abort();
  };
  addEventListener('pointermove', move, { signal: ended.signal });
  addEventListener('pointerup', end, { signal: ended.signal });
  addEventListener('pointercancel', end, { signal: ended.signal });
}
