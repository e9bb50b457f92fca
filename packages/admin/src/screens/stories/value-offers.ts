import type { EditorDataset } from '@inlay/editor/editor-backend';
import type { ContentMessages } from '@inlay/messages/content';
import type { ValueSource } from '@inlay/protocol/narrative';
import type { ValueFormat } from '@inlay/protocol/parse-narrative';
import type { ShownTile } from '../../api/content.ts';

/** A value that a sentence can state. */
export interface ValueOffer {
  readonly source: ValueSource;
  readonly label: string;
  readonly tileTitle: string;
  readonly format: ValueFormat;
}

/** Every value that the tiles can give, those of the step's own tiles first. */
export function valueOffers(
  tiles: readonly ShownTile[],
  own: readonly string[],
  datasets: readonly EditorDataset[],
  t: ContentMessages['stories']['values'],
): readonly ValueOffer[] {
  const ranked = tiles.toSorted((a, b) => Number(own.includes(b.id)) - Number(own.includes(a.id)));
  return ranked.flatMap((tile) =>
    offersOf(
      tile,
      datasets.find(({ id }) => id === tile.datasetId),
      t,
    ),
  );
}

function offersOf(
  { id, title, query }: ShownTile,
  dataset: EditorDataset | undefined,
  t: ContentMessages['stories']['values'],
): readonly ValueOffer[] {
  if (!dataset) return [];
  const isOne = query.dimensions.length === 0;
  const offer = (name: string, row: ValueSource['row'], format: ValueFormat): ValueOffer => {
    const field =
      dataset.measures.find((measure) => measure.name === name) ??
      dataset.columns.find((column) => column.name === name);
    const label = field?.label ?? name;
    const inRow = row === undefined ? label : t[row]({ label });
    return {
      source: { tile: id, column: name, ...(row === undefined ? {} : { row }) },
      label: format === 'change' ? t.change({ label: inRow }) : inRow,
      tileTitle: title,
      format,
    };
  };
  return [
    ...query.measures.flatMap((name) => {
      const kind = dataset.measures.find((measure) => measure.name === name)?.format?.kind ?? 'number';
      const format: ValueFormat = kind === 'currency' || kind === 'percent' ? kind : 'number';
      const asChange = kind === 'percent' ? (['change'] as const) : [];
      if (isOne) return [format, ...asChange].map((each) => offer(name, undefined, each));
      return [
        ...(query.totals ? [offer(name, 'total', format)] : []),
        offer(name, 'first', format),
        offer(name, 'last', format),
        ...asChange.map((each) => offer(name, query.totals ? 'total' : 'last', each)),
      ];
    }),
    ...query.dimensions.map(({ column, grain }) => offer(column, 'first', grain ? 'date' : 'text')),
  ];
}

/** What is being typed after an open `{{`, if anything. */
export function openPlaceholder(
  text: string,
  caret: number,
): { readonly from: number; readonly typed: string } | undefined {
  const match = /\{\{\s*([\w .]*)$/.exec(text.slice(0, caret));
  return match ? { from: match.index, typed: match[1]?.trim().toLowerCase() ?? '' } : undefined;
}
