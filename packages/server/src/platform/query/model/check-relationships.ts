import type { Dataset, DatasetColumn, Relationship } from '@inlay/protocol/dataset';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { inEnglish } from '../../rules/reason.ts';
import { inexactness } from '../expression/computed-columns.ts';

type Fields = Pick<Dataset, 'columns' | 'measures' | 'relationships'>;

/** Problems of a dataset's relationships that the dataset alone reveals: names and its own columns. */
export function checkOwnRelationships(dataset: Fields): readonly FieldProblem[] {
  const { columns, measures = [], relationships = [] } = dataset;
  const names = relationships.map(({ name }) => name);
  return [
    ...namesHidden('columns', columns, names),
    ...namesHidden('measures', measures, names),
    ...relationships.flatMap((relationship, at) => {
      const path = `/relationships/${at}`;
      const isTaken = names.indexOf(relationship.name) < at;
      return [
        ...(isTaken
          ? [{ path: `${path}/name`, problem: `${relationship.name} is already the name of a relationship` }]
          : []),
        ...checkOwnColumns(relationship, columns, path),
      ];
    }),
  ];
}

/** Problems of one relationship with the columns of its own dataset. `path` is the relationship's place. */
export const checkOwnColumns = (
  relationship: Pick<Relationship, 'columns'>,
  columns: readonly DatasetColumn[],
  path: string,
): readonly FieldProblem[] =>
  relationship.columns.flatMap(({ own }, index) =>
    keyProblems(columns, own, { path: `${path}/columns/${index}/own`, dataset: 'the dataset' }),
  );

/** A query could not name them: everything before the dot would be read as the relationship. */
function namesHidden(
  field: 'columns' | 'measures',
  fields: readonly { readonly name: string }[],
  relationships: readonly string[],
): readonly FieldProblem[] {
  return fields.flatMap(({ name }, at) => {
    const hiding = relationships.find((relationship) => name.startsWith(`${relationship}.`));
    if (hiding === undefined) return [];
    const problem = `begins like a field of the relationship ${hiding}; rename the relationship`;
    return [{ path: `/${field}/${at}/name`, problem }];
  });
}

/** Problems of one relationship with the columns of the dataset that it names. */
export function checkOtherColumns(
  { columns }: Pick<Relationship, 'columns'>,
  own: readonly DatasetColumn[],
  other: Pick<Dataset, 'id' | 'columns'>,
  path: string,
): readonly FieldProblem[] {
  return columns.flatMap((pair, index) => {
    const at = `${path}/columns/${index}/other`;
    const unfit = keyProblems(other.columns, pair.other, { path: at, dataset: other.id });
    if (unfit.length > 0) return unfit;
    const ownType = own.find(({ name }) => name === pair.own)?.type;
    const otherType = other.columns.find(({ name }) => name === pair.other)?.type;
    if (ownType === undefined || ownType === otherType) return [];
    return [{ path: at, problem: `is ${otherType}, but ${pair.own} is ${ownType}; the types must be equal` }];
  });
}

function keyProblems(
  columns: readonly DatasetColumn[],
  name: string,
  { path, dataset }: { readonly path: string; readonly dataset: string },
): readonly FieldProblem[] {
  const column = columns.find((each) => each.name === name);
  if (!column) return [{ path, problem: `${dataset} has no column ${name}` }];
  if (column.type === 'json') return [{ path, problem: 'JSON columns cannot relate datasets' }];
  const inexact = inexactness({ columns }, name);
  return inexact === undefined ? [] : [{ path, problem: inEnglish(inexact) }];
}
