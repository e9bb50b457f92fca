import type { BuilderItem } from '@inlay/content/builder';
import { statesValues, titleOutline } from '@inlay/protocol/parse-narrative';
import { effect, type Signal, signal } from '@preact/signals';
import type { Builder } from './builder.ts';
import type { Surface } from './canvas/surface.ts';
import { type Commands, createCommands } from './edit/commands.ts';
import type { OpenDashboard } from './open-dashboard.ts';
import type { RenderedChart } from './render/rendered-charts.ts';

/** The side panel next to the canvas. */
export type Panel =
  | { readonly shows: 'add'; readonly tab: 'ask' | 'library' | 'text' }
  | { readonly shows: 'item'; readonly id: string }
  | { readonly shows: 'filters' }
  | { readonly shows: 'phone' }
  | { readonly shows: 'tabs' };

/** The state and services that all parts of an open dashboard share. */
export interface CanvasContext {
  readonly builder: Builder;
  readonly opened: OpenDashboard;
  readonly commands: Commands;
  readonly panel: Signal<Panel | undefined>;
  readonly surface: Signal<Surface | undefined>;
  /** The width of the grid in pixels, debounced. */
  readonly width: Signal<number>;
  /** The values inside text blocks, by `<item>:<name>`. */
  readonly textValues: Signal<Readonly<Record<string, string>>>;
  /** The item whose chart is open in the chart editor. */
  readonly editedChart: Signal<string | undefined>;
  item(id: string): BuilderItem | undefined;
  /** Title and description of an item, with values once they are rendered. */
  headOf(item: BuilderItem): { readonly title: string; readonly description?: string | undefined };
  setRenderedHead(id: string, rendered: Pick<RenderedChart, 'title' | 'description'>): void;
  editItem(id: string): void;
  /** Scrolls an item into view on the next frame. */
  reveal(id: string): void;
  /** The dataset that the dashboard, or else the app, uses most: the default for the next chart. */
  likelyDataset(): string | undefined;
  stop(): void;
}

export function createCanvasContext(builder: Builder, opened: OpenDashboard): CanvasContext {
  const { editor, document } = opened;
  const surface = signal<Surface | undefined>(undefined);
  const panel = signal<Panel | undefined>(undefined);
  const textValues = signal<Readonly<Record<string, string>>>({});
  let requestCount = 0;
  const stop = effect(() => {
    // Runs again when the saved content or the filters change.
    if (opened.saveCount.value < 0 || !builder.messages.value) return;
    const current = ++requestCount;
    const filters = opened.filters.value;
    const { content } = document.value;
    if (!content.items.some((each) => 'values' in each && each.values)) return;
    const request = { ...builder.context.requestOptions(), filters };
    void builder.api.texts(opened.source(), request).then(
      ({ values }) => {
        // Responses may arrive out of order: only the latest request counts.
        if (current === requestCount) textValues.value = values;
      },
      () => undefined,
    );
  });
  /** Titles and descriptions that contain values, as last rendered. */
  const renderedHeads = signal<ReadonlyMap<string, Pick<RenderedChart, 'title' | 'description'>>>(new Map());
  const tiles = () => [...document.value.tiles, ...builder.data.value.library];
  const headOf: CanvasContext['headOf'] = (each) => {
    if ('text' in each) return { title: '' };
    const tile = 'chart' in each ? each.chart : tiles().find(({ id }) => id === each.tile);
    const title =
      'chart' in each
        ? each.chart.title || builder.messages.value.untitled
        : (each.title ?? tile?.title ?? builder.messages.value.unavailable);
    const description = tile?.description ?? '';
    const known =
      statesValues(title) || statesValues(description) ? renderedHeads.value.get(each.id) : undefined;
    return known ?? { title: titleOutline(title), description: titleOutline(description) };
  };
  /** The row of the first item that is on the screen: what is added goes to where its author looks. */
  const topRow = () => {
    const { scroller, element } = surface.value ?? {};
    const top = scroller?.getBoundingClientRect().top ?? 0;
    const rows = editor.items.value.flatMap(({ id, y }) =>
      (element?.(id)?.getBoundingClientRect().bottom ?? 0) > top ? [y] : [],
    );
    return Math.min(...rows);
  };
  const item = (id: string) => editor.content.value.items.find((each) => each.id === id);
  return {
    builder,
    opened,
    commands: createCommands(editor, builder.messages, (each) => headOf(each).title, topRow),
    panel,
    textValues,
    surface,
    width: signal(0),
    editedChart: signal(undefined),
    item,
    headOf,
    setRenderedHead: (id, { title, description }) => {
      const before = renderedHeads.value.get(id);
      if (title === '' || (before?.title === title && before.description === description)) return;
      renderedHeads.value = new Map(renderedHeads.value).set(id, { title, description });
    },
    editItem: (id) => {
      if (item(id)) panel.value = { shows: 'item', id };
    },
    reveal: (id) => {
      requestAnimationFrame(() =>
        surface.value?.element(id)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }),
      );
    },
    likelyDataset: () => {
      const { datasets, library } = builder.data.value;
      const own = editor.content.value.items.flatMap((each) => ('chart' in each ? each.chart.datasetId : []));
      const used = [...own, ...[...document.value.tiles, ...library].map(({ datasetId }) => datasetId)];
      const count = (id: string) => used.filter((each) => each === id).length;
      return datasets.toSorted((a, b) => count(b.id) - count(a.id))[0]?.id;
    },
    stop,
  };
}
