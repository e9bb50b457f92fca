import { type Relationship, RelationshipSchema } from '@inlay/protocol/dataset';
import type { RelationshipCheck } from '@inlay/protocol/model-api';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import type { EngineResult, Statement } from '../../platform/engines/engine.ts';
import { dialectNamed } from '../../platform/engines/engines.ts';
import { refuseFields } from '../../platform/errors.ts';
import { compareKeys, compileKeyCounts, type KeyFinding } from '../../platform/query/compile/compile-keys.ts';
import { checkOwnColumns } from '../../platform/query/model/check-relationships.ts';
import { withSourceErrors } from '../../platform/query/result/data-errors.ts';
import { findDataset, type StoredDataset } from './datasets.ts';
import { keyedSource } from './keyed-source.ts';
import { relationshipProblems } from './related-datasets.ts';
import { onEngine, type SourceConnection } from './sample-source.ts';

type Side = 'own' | 'other';

const MAX_EXAMPLES = 10;
const MAX_BYTES = 1024 * 1024;

/** Compares the keys of both datasets of a relationship, saved or not. For administrators: row rules do not apply. */
export async function validateRelationship(
  from: SourceConnection,
  dataset: StoredDataset,
  given: unknown,
  signal: AbortSignal,
): Promise<RelationshipCheck> {
  const { services, tenantId, connection } = from;
  const path = '/relationship';
  refuseFields(
    shapeErrors(RelationshipSchema, given).map((each) => ({ ...each, path: `${path}${each.path}` })),
  );
  const relationship = given as Relationship;
  const other = await findDataset(services.store, tenantId, relationship.dataset);
  refuseFields([
    ...checkOwnColumns(relationship, dataset.definition.columns, path),
    ...relationshipProblems(dataset, relationship, other, path),
  ]);
  const dialect = dialectNamed(connection.definition.kind);
  const sides = {
    own: keyedSource(
      from,
      dataset,
      relationship.columns.map(({ own }) => own),
    ),
    other: keyedSource(
      from,
      other ?? dataset,
      relationship.columns.map((pair) => pair.other),
    ),
  };
  const compared = compareKeys(sides.own, sides.other, dialect);
  // The rows of the dataset with many rows per key need a partner; in the others, keys must be unique.
  const referring: Side = relationship.kind === 'one-to-many' ? 'other' : 'own';
  const unique: readonly Side[] =
    relationship.kind === 'one-to-one' ? ['own', 'other'] : [referring === 'own' ? 'other' : 'own'];
  const limits = {
    maxRows: MAX_EXAMPLES,
    maxBytes: MAX_BYTES,
    timeoutMs: services.config.querySeconds * 1000,
  };
  return withSourceErrors(() =>
    onEngine(
      from,
      async (engine) => {
        const query = (statement: Statement) => engine.query(statement, limits, signal);
        const found = async (of: KeyFinding, counts: EngineResult) => {
          const count = numberIn(counts, of);
          const examples = count === 0 ? [] : keysOf(await query(compared.examples(of, MAX_EXAMPLES)));
          return { count, examples };
        };
        const all = await query(compileKeyCounts(sides[referring], dialect));
        const counts = await query(compared.counts);
        const orphans = await found(`${referring}_orphans`, counts);
        const duplicates = [];
        for (const side of unique) duplicates.push({ side, ...(await found(`${side}_duplicates`, counts)) });
        return {
          valid: duplicates.every(({ count }) => count === 0),
          orphans: {
            side: referring,
            rows: numberIn(all, 'all_rows'),
            withoutKey: numberIn(all, 'without_key'),
            ...orphans,
          },
          duplicates,
        };
      },
      signal,
    ),
  );
}

/** Sums of no rows are null, and large ones may arrive as text. */
function numberIn({ columns }: EngineResult, name: string): number {
  const cell = columns.find((column) => column.name === name)?.values[0];
  return Number(cell ?? 0);
}

const keysOf = ({ columns, rowCount }: EngineResult) =>
  Array.from({ length: rowCount }, (_, row) => columns.map(({ values }) => values[row] ?? null));
