import type { Locale } from '@inlay/charts/format/locale';
import { writeValue } from '@inlay/charts/format/write-value';
import type { EditorDataset } from '@inlay/editor/editor-backend';
import type { NamedValues, ValueSource } from '@inlay/protocol/narrative';
import type { ValueFormat } from '@inlay/protocol/parse-narrative';
import type { QueryResult } from '@inlay/protocol/result';
import type { ShownTile } from '../../../api/content.ts';
import type { ValueOffer } from '../value-offers.ts';

/** What the texts of a step can state. */
export interface TextContext {
  readonly values: NamedValues;
  readonly tiles: readonly ShownTile[];
  readonly datasets: readonly EditorDataset[];
  /** By tile, as far as they are known. */
  readonly results: ReadonlyMap<string, QueryResult>;
  readonly offers: readonly ValueOffer[];
  readonly locale: Locale;
}

/** The current value as a sentence states it, where the result of its tile is known. */
export function sampleOf(
  { results, locale }: Pick<TextContext, 'results' | 'locale'>,
  source: ValueSource,
  format: ValueFormat | undefined,
): string | undefined {
  const result = results.get(source.tile);
  return result && writeValue(source, result, format, locale);
}
