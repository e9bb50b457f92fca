import { type Owners, valuesIn } from './owners.ts';
import type { Survey } from './survey.ts';

/** A value that only another context has seen. It must not occur in anything that the viewer gets. */
export interface Canary {
  readonly value: string;
  readonly owner: string;
  readonly dataset: string;
  readonly column: string;
}

const MIN_LENGTH = 4;
const MAX_PER_COLUMN = 25;
const MAX_CANARIES = 250;

/**
 * The canaries of a viewer: values of columns in which this viewer and another saw different rows. Values that are too
 * short to be searched for, that occur in texts of authors, or that a row limit may have hidden would raise false alarms.
 */
export function canariesFor(
  survey: Survey,
  others: readonly Survey[],
  owners: Owners,
  shared: ReadonlySet<string>,
): readonly Canary[] {
  const columns = new Map(
    others
      .flatMap(({ columnValues }) => columnValues)
      .filter(({ dataset }) => !shared.has(dataset))
      .map(({ dataset, column }) => [`${dataset}/${column}`, { dataset, column }]),
  );
  const canaries = [...columns.values()].flatMap(({ dataset, column }) => {
    const own = valuesIn(survey, dataset, column);
    const isKnown =
      own.size > 0 &&
      !survey.columnValues.some(
        (entry) => entry.isPartial && entry.dataset === dataset && entry.column === column,
      );
    const allowed = owners.allowed(survey.viewer.name, dataset, column);
    if (allowed === '*') return [];
    return others
      .flatMap((other): readonly Canary[] => {
        const theirs = [...valuesIn(other, dataset, column)];
        // Names that both see, such as products, are no secret of either.
        const isSegmented =
          owners.identifies(dataset, column) || (isKnown && !theirs.some((value) => own.has(value)));
        if (!isSegmented) return [];
        return theirs
          .filter((value) => !own.has(value) && !allowed?.has(value) && isSearchable(value))
          .filter((value) => !occurs(value, survey.authored))
          .map((value) => ({ value, owner: other.viewer.name, dataset, column }));
      })
      .slice(0, MAX_PER_COLUMN);
  });
  return canaries.slice(0, MAX_CANARIES);
}

const isSearchable = (value: string) => value.length >= MIN_LENGTH && !/^[\d.,:-]*$/.test(value);

/** The canaries that occur in a text as a whole word. */
export function canariesIn(text: string, canaries: readonly Canary[]): readonly Canary[] {
  return canaries.filter(({ value }) => occurs(value, text));
}

function occurs(value: string, text: string): boolean {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const isWord = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char);
    if (!isWord(text[at - 1]) && !isWord(text[at + value.length])) return true;
  }
  return false;
}
