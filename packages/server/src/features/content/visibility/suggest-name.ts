import { closestName } from '../../../platform/closest-name.ts';

interface Named {
  readonly name: string;
  readonly label?: string | undefined;
}

/** ` Did you mean “total_amount”?` for a misspelled name, a label or a part of a name; otherwise nothing. */
export function suggestName(given: string, known: readonly Named[]): string {
  const names = new Map(
    known.flatMap(({ name, label = name }) => [
      [folded(label), name],
      [folded(name), name],
    ]),
  );
  const spellings = [...names.keys()];
  const wanted = folded(given);
  const found =
    closestName(wanted, spellings) ??
    spellings.find((spelling) => wanted !== '' && `_${spelling}_`.includes(`_${wanted}_`));
  return found === undefined ? '' : `. Did you mean “${names.get(found)}”?`;
}

/** `Total amount` and `total-amount` are spellings of `total_amount`. */
const folded = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}.]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
