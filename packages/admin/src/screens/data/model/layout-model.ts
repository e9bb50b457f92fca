import type { Relationship } from '@inlay/protocol/dataset';
import type { ModelDataset } from '@inlay/protocol/model-api';

/** One relationship of a dataset. */
export interface ModelLink {
  readonly from: ModelDataset;
  readonly to: ModelDataset;
  readonly relationship: Relationship;
}

export interface Box {
  readonly dataset: ModelDataset;
  /** Columns that relationships use, at most a few. */
  readonly keys: readonly string[];
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

export interface Line {
  readonly link: ModelLink;
  /** The path of an SVG. */
  readonly d: string;
  /** Where the cardinality is written, next to each end. */
  readonly start: Point;
  readonly end: Point;
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly text: '1' | '∗';
}

export interface ModelLayout {
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
}

export const BOX_WIDTH = 208;
export const HEAD_HEIGHT = 52;
export const KEY_HEIGHT = 24;
const GAP_X = 96;
const GAP_Y = 28;
const MARGIN = 24;
const MAX_KEYS = 6;
/** Datasets without relationships stand below the others, in rows of this many. */
const PER_ROW = 4;

export function linksOf(datasets: readonly ModelDataset[]): readonly ModelLink[] {
  const byId = new Map(datasets.map((dataset) => [dataset.id, dataset]));
  return datasets.flatMap((from) =>
    from.relationships.flatMap((relationship) => {
      const to = byId.get(relationship.dataset);
      return to ? [{ from, to, relationship }] : [];
    }),
  );
}

/** A place in a layer: a dataset, or a lane that lets a line pass between the boxes of that layer. */
interface Slot {
  readonly layer: number;
  readonly dataset?: ModelDataset;
}

/** The slots that a link connects, from its dataset to the other one. */
type Chains = ReadonlyMap<ModelLink, readonly Slot[]>;

/** ADR 295: datasets with many rows on the left, those that they refer to further right, so that most lines run one way. */
export function layoutModel(datasets: readonly ModelDataset[]): ModelLayout {
  const links = linksOf(datasets);
  const drawn = drawnLinks(links);
  const { layers, chains } = layersOf(layersByDataset(datasets, links), drawn);
  const keys = keysOf(links);
  const boxes: Box[] = [];
  const lanes = new Map<Slot, number>();
  const sizeOf = ({ dataset }: Slot) => (dataset ? boxOf(dataset, keys, 0, 0).height + GAP_Y : GAP_Y);
  const heights = layers.map((slots) => slots.reduce((sum, slot) => sum + sizeOf(slot), 0));
  const tallest = Math.max(0, ...heights);
  layers.forEach((slots, layer) => {
    let y = MARGIN + (tallest - (heights[layer] ?? 0)) / 2;
    for (const slot of slots) {
      if (slot.dataset) boxes.push(boxOf(slot.dataset, keys, xOf(slot), y));
      else lanes.set(slot, y);
      y += sizeOf(slot);
    }
  });
  const linked = new Set(boxes.map(({ dataset }) => dataset));
  datasets
    .filter((dataset) => !linked.has(dataset))
    .forEach((dataset, index) => {
      const x = MARGIN + (index % PER_ROW) * (BOX_WIDTH + GAP_Y);
      const y = MARGIN + tallest + Math.floor(index / PER_ROW) * (HEAD_HEIGHT + GAP_Y);
      boxes.push(boxOf(dataset, keys, x, y));
    });
  return {
    boxes,
    lines: linesOf(chains, boxes, lanes),
    width: Math.max(...boxes.map(({ x }) => x + BOX_WIDTH), 0) + MARGIN,
    height: Math.max(...boxes.map(({ y, height }) => y + height), ...lanes.values(), 0) + MARGIN,
  };
}

const xOf = ({ layer }: Slot): number => MARGIN + layer * (BOX_WIDTH + GAP_X);

/** One line for a relationship and its opposite direction; the list has both. */
function drawnLinks(links: readonly ModelLink[]): readonly ModelLink[] {
  const drawn = new Set<string>();
  return links.filter(({ from, to, relationship: { columns } }) => {
    const pairs = columns.map(({ own, other }) => [own, other]);
    if (drawn.has(JSON.stringify([to.id, from.id, pairs.map((pair) => pair.toReversed())]))) return false;
    drawn.add(JSON.stringify([from.id, to.id, pairs]));
    return true;
  });
}

function boxOf(
  dataset: ModelDataset,
  keys: ReadonlyMap<string, readonly string[]>,
  x: number,
  y: number,
): Box {
  const own = (keys.get(dataset.id) ?? []).slice(0, MAX_KEYS);
  return { dataset, keys: own, x, y, height: HEAD_HEIGHT + own.length * KEY_HEIGHT };
}

/** Longest paths from the datasets that nothing refers to. A line that would close a circle counts for nothing. */
function layersByDataset(
  datasets: readonly ModelDataset[],
  links: readonly ModelLink[],
): ReadonlyMap<ModelDataset, number> {
  const linked = datasets.filter((each) => links.some(({ from, to }) => from === each || to === each));
  const targets = (dataset: ModelDataset) =>
    links.flatMap(({ from, to, relationship: { kind } }) => {
      const [many, one] = kind === 'one-to-many' ? [to, from] : [from, to];
      return many === dataset && one !== dataset ? [one] : [];
    });
  const layers = new Map<ModelDataset, number>();
  const visit = (dataset: ModelDataset, layer: number, path: readonly ModelDataset[]) => {
    if ((layers.get(dataset) ?? -1) >= layer) return;
    layers.set(dataset, layer);
    for (const target of targets(dataset))
      if (!path.includes(target)) visit(target, layer + 1, [...path, target]);
  };
  const referred = new Set(linked.flatMap(targets));
  for (const dataset of linked) if (!referred.has(dataset)) visit(dataset, 0, [dataset]);
  for (const dataset of linked) if (!layers.has(dataset)) visit(dataset, 0, [dataset]);
  return layers;
}

/** The layers with their datasets and lanes in order, so that few lines cross and none runs behind a box. */
function layersOf(
  layerOf: ReadonlyMap<ModelDataset, number>,
  links: readonly ModelLink[],
): { readonly layers: readonly (readonly Slot[])[]; readonly chains: Chains } {
  const slotOf = new Map(Array.from(layerOf, ([dataset, layer]) => [dataset, { dataset, layer }]));
  const chains = new Map<ModelLink, readonly Slot[]>();
  for (const link of links) {
    const [from, to] = [slotOf.get(link.from), slotOf.get(link.to)];
    if (!from || !to) continue;
    const step = Math.sign(to.layer - from.layer);
    const count = Math.max(0, Math.abs(to.layer - from.layer) - 1);
    const lanes = Array.from({ length: count }, (_, at) => ({ layer: from.layer + step * (at + 1) }));
    chains.set(link, [from, ...lanes, to]);
  }
  const slots = [...new Set<Slot>([...slotOf.values(), ...[...chains.values()].flat()])];
  const length = Math.max(-1, ...layerOf.values()) + 1;
  const layers = Array.from({ length }, (_, layer) => slots.filter((slot) => slot.layer === layer));
  sortLayers(layers, chains);
  return { layers, chains };
}

/** Moves each slot to the average place of its neighbors in the layer before, from left to right, back, and again. */
function sortLayers(layers: Slot[][], chains: Chains): void {
  const neighbors = new Map<Slot, Slot[]>();
  const add = (slot: Slot, other: Slot) => neighbors.set(slot, [...(neighbors.get(slot) ?? []), other]);
  for (const chain of chains.values())
    chain.forEach((slot, at) => {
      const next = chain[at + 1];
      if (!next) return;
      add(slot, next);
      add(next, slot);
    });
  const sort = (layer: number, before: number) => {
    const places = new Map(layers[before]?.map((slot, place) => [slot, place]));
    const at = (slot: Slot, place: number) => {
      const near = (neighbors.get(slot) ?? []).flatMap((each) => places.get(each) ?? []);
      return near.length > 0 ? near.reduce((sum, each) => sum + each, 0) / near.length : place;
    };
    layers[layer] = (layers[layer] ?? [])
      .map((slot, place) => ({ slot, at: at(slot, place) }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ slot }) => slot);
  };
  for (let sweep = 0; sweep < 3; sweep += 1)
    for (let step = 1; step < layers.length; step += 1)
      if (sweep % 2 === 0) sort(step, step - 1);
      else sort(layers.length - 1 - step, layers.length - step);
}

function keysOf(links: readonly ModelLink[]): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, Set<string>>();
  const add = (id: string, column: string) => keys.set(id, (keys.get(id) ?? new Set()).add(column));
  for (const { from, to, relationship } of links)
    for (const { own, other } of relationship.columns) {
      add(from.id, own);
      add(to.id, other);
    }
  return new Map(Array.from(keys, ([id, columns]) => [id, [...columns]]));
}

function linesOf(chains: Chains, boxes: readonly Box[], lanes: ReadonlyMap<Slot, number>): readonly Line[] {
  const boxFor = new Map(boxes.map((box) => [box.dataset.id, box]));
  const used = new Map<string, number>();
  return Array.from(chains).flatMap(([link, chain]) => {
    const [a, b] = [boxFor.get(link.from.id), boxFor.get(link.to.id)];
    if (!a || !b) return [];
    // Lines between the same columns, such as both directions of a relationship, run beside each other.
    const ends = [a, b].map(({ dataset }) => dataset.id).toSorted();
    const count = used.get(ends.join(' ')) ?? 0;
    used.set(ends.join(' '), count + 1);
    const pair = link.relationship.columns[0];
    const y1 = heightOf(a, pair?.own) + count * 8;
    const y2 = heightOf(b, pair?.other) + count * 8;
    // Within a layer, a line leaves and enters on the right.
    const leaves = b.x >= a.x ? 1 : -1;
    const enters = b.x > a.x ? -1 : 1;
    const x1 = a.x + (leaves > 0 ? BOX_WIDTH : 0);
    const x2 = b.x + (enters > 0 ? BOX_WIDTH : 0);
    const [own, other] = CARDINALITY[link.relationship.kind];
    const stops = chain.slice(1, -1).map((lane) => ({ x: xOf(lane), y: lanes.get(lane) ?? 0 }));
    return [
      {
        link,
        d: a.x === b.x ? besideBoxes(x1, y1, y2) : throughLanes({ x: x1, y: y1 }, stops, { x: x2, y: y2 }),
        start: { x: x1 + leaves * 10, y: y1 - 6, text: own },
        end: { x: x2 + enters * 10, y: y2 - 6, text: other },
      },
    ];
  });
}

function besideBoxes(x: number, y1: number, y2: number): string {
  const bend = x + GAP_X * 0.6;
  return `M${x} ${y1}C${bend} ${y1} ${bend} ${y2} ${x} ${y2}`;
}

type Place = Omit<Point, 'text'>;

/** Curves in the gaps between layers, and straight lines through the lanes. */
function throughLanes(start: Place, lanes: readonly Place[], end: Place): string {
  const isRight = end.x > start.x;
  let [path, x, y] = [`M${start.x} ${start.y}`, start.x, start.y];
  const curveTo = (to: Place) => {
    const middle = (x + to.x) / 2;
    path += `C${middle} ${y} ${middle} ${to.y} ${to.x} ${to.y}`;
    ({ x, y } = to);
  };
  for (const lane of lanes) {
    curveTo({ x: isRight ? lane.x : lane.x + BOX_WIDTH, y: lane.y });
    x = isRight ? lane.x + BOX_WIDTH : lane.x;
    path += `H${x}`;
  }
  curveTo(end);
  return path;
}

const CARDINALITY = {
  'many-to-one': ['∗', '1'],
  'one-to-many': ['1', '∗'],
  'one-to-one': ['1', '1'],
} as const;

function heightOf({ keys, y, height }: Box, column: string | undefined): number {
  const at = keys.indexOf(column ?? '');
  return at < 0 ? y + Math.min(height, HEAD_HEIGHT) / 2 : y + HEAD_HEIGHT + (at + 0.5) * KEY_HEIGHT - 4;
}
