import type { BuilderItem } from '@inlay/content/builder';
import { statesValues, titleOutline } from '@inlay/protocol/parse-narrative';
import { effect, type Signal, signal } from '@preact/signals';
import type { Builder } from './builder.ts';
import type { Surface } from './canvas/surface.ts';
import { type Commands, createCommands } from './edit/commands.ts';
import type { OpenDashboard } from './open-dashboard.ts';
import type { RenderedChart } from './render/rendered-charts.ts';

/** What stands beside the canvas. */
export type Panel =
  | { readonly shows: 'add'; readonly tab: 'ask' | 'library' | 'text' }
  | { readonly shows: 'item'; readonly id: string }
  | { readonly shows: 'filters' }
  | { readonly shows: 'phone' };

/** A canvas with its tools: what all parts of an open dashboard work with. */
export interface Workbench {
  readonly builder: Builder;
  readonly opened: OpenDashboard;
  readonly commands: Commands;
  readonly panel: Signal<Panel | undefined>;
  readonly surface: Signal<Surface | undefined>;
  /** Of the grid, in pixels, once it rests. */
  readonly width: Signal<number>;
  /** What the values in texts are, by `<item>:<name>`. */
  readonly textValues: Signal<Readonly<Record<string, string>>>;
  /** The item whose chart is on the desk of the chart editor. */
  readonly desk: Signal<string | undefined>;
  item(id: string): BuilderItem | undefined;
  /** What stands above an item's chart, with the values in it once they are known. */
  headOf(item: BuilderItem): { readonly title: string; readonly description?: string | undefined };
  noteTitle(id: string, rendered: Pick<RenderedChart, 'title' | 'description'>): void;
  /** Changes with the same key in a row are undone as one. */
  changeItem(id: string, next: (item: BuilderItem) => BuilderItem, key?: string): void;
  editItem(id: string): void;
  /** Brings an item into sight, once it is there. */
  reveal(id: string): void;
  /** The dataset that the dashboard, or the app, asks most: what the next chart is likely to be about. */
  likelyDataset(): string | undefined;
  stop(): void;
}

export function createWorkbench(builder: Builder, opened: OpenDashboard): Workbench {
  const { editor, document } = opened;
  const surface = signal<Surface | undefined>(undefined);
  const panel = signal<Panel | undefined>(undefined);
  const textValues = signal<Readonly<Record<string, string>>>({});
  let asks = 0;
  const stop = effect(() => {
    // Asked again when the server has something new, or is asked with other filters.
    if (opened.savedTimes.value < 0 || !builder.words.value) return;
    const mine = ++asks;
    const filters = opened.filters.value;
    const { side, content } = document.value;
    if (!content.items.some((each) => 'values' in each && each.values)) return;
    const asked = { ...builder.stage.asked(), filters };
    void builder.api.texts(opened.id, side, asked).then(
      ({ values }) => {
        // A later question may be answered earlier; its numbers are the ones that count.
        if (mine === asks) textValues.value = values;
      },
      () => undefined,
    );
  });
  /** Of charts whose titles state values, as they were rendered last. */
  const written = signal<ReadonlyMap<string, Pick<RenderedChart, 'title' | 'description'>>>(new Map());
  const tiles = () => [...document.value.tiles, ...builder.answer.value.library];
  const headOf: Workbench['headOf'] = (each) => {
    if ('text' in each) return { title: '' };
    const tile = 'chart' in each ? each.chart : tiles().find(({ id }) => id === each.tile);
    const title =
      'chart' in each
        ? each.chart.title || builder.words.value.untitled
        : (each.title ?? tile?.title ?? builder.words.value.unavailable);
    const description = tile?.description ?? '';
    const known = statesValues(title) || statesValues(description) ? written.value.get(each.id) : undefined;
    return known ?? { title: titleOutline(title), description: titleOutline(description) };
  };
  const item = (id: string) => editor.content.value.items.find((each) => each.id === id);
  return {
    builder,
    opened,
    commands: createCommands(editor, builder.words, (each) => headOf(each).title),
    panel,
    textValues,
    surface,
    width: signal(0),
    desk: signal(undefined),
    item,
    headOf,
    noteTitle: (id, { title, description }) => {
      const before = written.value.get(id);
      if (title === '' || (before?.title === title && before.description === description)) return;
      written.value = new Map(written.value).set(id, { title, description });
    },
    changeItem: (id, next, key) =>
      editor.changeItems((items) => items.map((each) => (each.id === id ? next(each) : each)), key),
    editItem: (id) => {
      if (item(id)) panel.value = { shows: 'item', id };
    },
    reveal: (id) => {
      requestAnimationFrame(() =>
        surface.value?.element(id)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }),
      );
    },
    likelyDataset: () => {
      const { datasets, library } = builder.answer.value;
      const own = editor.content.value.items.flatMap((each) => ('chart' in each ? each.chart.datasetId : []));
      const used = [...own, ...[...document.value.tiles, ...library].map(({ datasetId }) => datasetId)];
      const count = (id: string) => used.filter((each) => each === id).length;
      return datasets.toSorted((a, b) => count(b.id) - count(a.id))[0]?.id;
    },
    stop,
  };
}
