import type { EditorDataset } from '@inlay/editor/editor-backend';
import { isTime } from '@inlay/editor/model/shape-of';
import type { ContentMessages } from '@inlay/messages/content';
import type { ValueSource } from '@inlay/protocol/narrative';
import type { ValueFormat } from '@inlay/protocol/parse-narrative';
import type { ShownTile } from '../../api/content.ts';
import { valueLabel } from './text/value-label.ts';

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
    ).map(({ source, format }) => {
      const label = valueLabel({ tiles, datasets }, source, t);
      return {
        source,
        format,
        label: format === 'change' ? t.change({ label }) : label,
        tileTitle: tile.title,
      };
    }),
  );
}

type Offered = Pick<ValueOffer, 'source' | 'format'>;

/** The values of a tile, those that sentences state most often first. */
function offersOf(tile: ShownTile, dataset: EditorDataset | undefined): readonly Offered[] {
  if (!dataset) return [];
  const { id, query } = tile;
  const [first] = query.dimensions;
  const of = (column: string, more: Partial<ValueSource> = {}): ValueSource => ({
    tile: id,
    column,
    ...more,
  });
  const measures = query.measures.map((name) => ({ name, ...formatsOf(name, dataset) }));
  if (!first)
    return measures.flatMap(({ name, formats }) => formats.map((format) => ({ source: of(name), format })));
  const isAlongTime =
    first.grain !== undefined || isTime(dataset.columns.find(({ name }) => name === first.column));
  const named: ValueFormat = isAlongTime ? 'date' : 'text';
  return [
    ...measures.flatMap(({ name, formats: [format = 'number', ...changes] }): readonly Offered[] => [
      ...(query.totals ? [{ source: of(name, { row: 'total' }), format }] : []),
      ...(isAlongTime ? [{ source: of(name, { row: 'last' }), format }] : []),
      ...(isAlongTime ? changes.map((each) => ({ source: of(name, { row: 'last' }), format: each })) : []),
      { source: of(first.column, { row: 'highest', by: name }), format: named },
      { source: of(name, { row: 'highest' }), format },
      ...(query.totals && !isAlongTime
        ? [{ source: of(name, { row: 'highest', show: 'share' }), format: 'percent' as const }]
        : []),
      { source: of(first.column, { row: 'lowest', by: name }), format: named },
      { source: of(name, { row: 'lowest' }), format },
      { source: of(name, { row: 'first' }), format },
      ...(isAlongTime
        ? [{ source: of(name, { row: 'last', show: 'rank' }), format: 'ordinal' as const }]
        : [
            { source: of(name, { row: 'last' }), format },
            ...changes.map(
              (each): Offered => ({
                source: of(name, { row: query.totals ? 'total' : 'last' }),
                format: each,
              }),
            ),
          ]),
    ]),
    ...query.dimensions.map(
      ({ column, grain }): Offered => ({
        source: of(column, { row: isAlongTime ? 'last' : 'first' }),
        format: grain ? 'date' : 'text',
      }),
    ),
    { source: of(first.column, { show: 'count' }), format: 'number' },
  ];
}

/** The formats of a measure in sentences: percentages are often changes. */
function formatsOf(name: string, dataset: EditorDataset): { readonly formats: readonly ValueFormat[] } {
  const kind = dataset.measures.find((measure) => measure.name === name)?.format?.kind;
  if (kind === 'percent') return { formats: ['percent', 'change'] };
  return { formats: [kind === 'currency' ? 'currency' : 'number'] };
}

/** The offers whose words begin with what was typed, and then those that contain it. */
export function searchOffers(offers: readonly ValueOffer[], search: string): readonly ValueOffer[] {
  if (search === '') return offers;
  const found = offers.filter((offer) =>
    `${offer.label} ${offer.tileTitle} ${offer.source.column}`.toLowerCase().includes(search),
  );
  const begins = ({ label }: ValueOffer) => label.toLowerCase().startsWith(search);
  return found.toSorted((a, b) => Number(begins(b)) - Number(begins(a)));
}
