import type { Dataset, DatasetColumn, Relationship } from '@inlay/protocol/dataset';
import type { RelationshipSuggestion } from '@inlay/protocol/model-api';
import type { Engine, ForeignKey } from '../../platform/engines/engine.ts';
import { dialectNamed } from '../../platform/engines/engines.ts';
import { compileDuplicateKey } from '../../platform/query/compile/compile-keys.ts';
import { checkOtherColumns, checkOwnColumns } from '../../platform/query/model/check-relationships.ts';
import { withSourceErrors } from '../../platform/query/result/data-errors.ts';
import type { StoredDataset } from './datasets.ts';
import { keyedSource } from './keyed-source.ts';
import { relationshipProblems } from './related-datasets.ts';
import { onEngine, type SourceConnection } from './sample-source.ts';

/** Each takes a query that reads a whole column. */
const MAX_CHECKED = 50;
const MAX_BYTES = 1024 * 1024;

interface Candidate {
  readonly own: StoredDataset;
  readonly other: StoredDataset;
  readonly columns: Relationship['columns'];
  readonly reason: RelationshipSuggestion['reason'];
  /** The database guarantees that the other key is unique. */
  readonly isUnique?: boolean;
}

/**
 * Relationships that `datasets` could have with each other, from foreign keys and names. Only those whose key is unique
 * in the data of the other dataset, so that accepting one never repeats rows. For administrators: row rules do not apply.
 */
export async function suggestRelationships(
  from: SourceConnection,
  datasets: readonly StoredDataset[],
  isWanted: (candidate: Pick<Candidate, 'own' | 'other'>) => boolean,
  signal: AbortSignal,
): Promise<readonly RelationshipSuggestion[]> {
  return withSourceErrors(() =>
    onEngine(
      from,
      async (engine) => {
        const foreignKeys = (await engine.foreignKeys?.(signal)) ?? [];
        const candidates = [...fromForeignKeys(datasets, foreignKeys), ...fromNames(datasets)].filter(
          (candidate) => isWanted(candidate) && isPossible(candidate),
        );
        const suggestions: RelationshipSuggestion[] = [];
        const unique = new Map<string, boolean>();
        for (const candidate of candidates.slice(0, MAX_CHECKED)) {
          const { own, other, columns, reason } = candidate;
          const key = JSON.stringify([other.id, ...columns.map((pair) => pair.other)]);
          const isUnique =
            candidate.isUnique || (unique.get(key) ?? (await isUniqueKey(from, engine, candidate, signal)));
          unique.set(key, isUnique);
          const isKnown = suggestions.some(
            (each) => each.dataset === own.id && isSame(each.relationship, { dataset: other.id, columns }),
          );
          if (!isUnique || isKnown) continue;
          const mine = suggestions.filter(({ dataset }) => dataset === own.id);
          const name = freeName(candidate, mine);
          const relationship: Relationship = {
            name,
            dataset: other.id,
            kind: 'many-to-one',
            columns,
            ...(candidate.isUnique && { enforced: true }),
          };
          suggestions.push({ dataset: own.id, relationship, reason });
        }
        return suggestions;
      },
      signal,
    ),
  );
}

function fromForeignKeys(
  datasets: readonly StoredDataset[],
  foreignKeys: readonly ForeignKey[],
): readonly Candidate[] {
  const ofTable = (schema: string, table: string) =>
    datasets.filter(
      ({ definition: { source } }) =>
        source.kind === 'table' &&
        source.table === table &&
        (source.schema === undefined || source.schema === schema),
    );
  return foreignKeys.flatMap((key) =>
    ofTable(key.schema, key.table).flatMap((own) =>
      ofTable(key.otherSchema, key.otherTable).map((other) => ({
        own,
        other,
        columns: key.columns.map((column, index) => ({ own: column, other: key.otherColumns[index] ?? '' })),
        reason: 'foreign-key' as const,
        isUnique: key.isUnique,
      })),
    ),
  );
}

/** `customer_id` or `customerId` names the column `id`, or one of the same name, of the dataset `customers`. */
const KEY_NAME = /^(.+?)_?(id|key|code|uuid|no|number)$/i;

function fromNames(datasets: readonly StoredDataset[]): readonly Candidate[] {
  return datasets.flatMap((own) =>
    own.definition.columns.flatMap(({ name }) => {
      const [, noun, key] = KEY_NAME.exec(name) ?? [];
      if (noun === undefined || key === undefined) return [];
      return datasets
        .filter((other) => other.id !== own.id && nounsOf(other).has(singular(noun)))
        .flatMap((other) => {
          const column = columnNamed(other.definition, key) ?? columnNamed(other.definition, name);
          if (!column) return [];
          return [{ own, other, columns: [{ own: name, other: column.name }], reason: 'name' as const }];
        });
    }),
  );
}

const columnNamed = ({ columns }: Dataset, wanted: string): DatasetColumn | undefined =>
  columns.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());

function nounsOf({ id, name, definition: { source } }: StoredDataset): ReadonlySet<string> {
  const table = source.kind === 'table' ? source.table : source.kind === 'file' ? source.file : name;
  return new Set([id, name, table].map(singular));
}

const singular = (noun: string): string =>
  noun
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x|z)es$/, '$1')
    .replace(/([^s])s$/, '$1');

function isPossible({ own, other, columns }: Candidate): boolean {
  const { relationships = [], columns: ownColumns } = own.definition;
  const relationship = { name: 'any', dataset: other.id, kind: 'many-to-one', columns } as const;
  if (relationships.some((each) => isSame(each, relationship))) return false;
  const problems = [
    ...checkOwnColumns(relationship, ownColumns, ''),
    ...checkOtherColumns(relationship, ownColumns, other.definition, ''),
    ...relationshipProblems(own, relationship, other, ''),
  ];
  return problems.length === 0;
}

const isSame = (
  one: Pick<Relationship, 'dataset' | 'columns'>,
  another: Pick<Relationship, 'dataset' | 'columns'>,
): boolean =>
  one.dataset === another.dataset &&
  one.columns.length === another.columns.length &&
  one.columns.every((pair) =>
    another.columns.some(({ own, other }) => own === pair.own && other === pair.other),
  );

async function isUniqueKey(
  from: SourceConnection,
  engine: Engine,
  { other, columns }: Candidate,
  signal: AbortSignal,
): Promise<boolean> {
  const keyed = keyedSource(
    from,
    other,
    columns.map((pair) => pair.other),
  );
  const statement = compileDuplicateKey(keyed, dialectNamed(from.connection.definition.kind));
  const limits = { maxRows: 1, maxBytes: MAX_BYTES, timeoutMs: from.services.config.querySeconds * 1000 };
  const { rowCount } = await engine.query(statement, limits, signal);
  return rowCount === 0;
}

/** After the key column, `customer` of `customer_id`, or after the other dataset. */
function freeName({ own, other, columns }: Candidate, suggested: readonly RelationshipSuggestion[]): string {
  const [pair] = columns;
  const noun = columns.length === 1 && pair ? KEY_NAME.exec(pair.own)?.[1] : undefined;
  const base = asName(noun ?? other.id);
  const { relationships = [], columns: fields, measures = [] } = own.definition;
  const taken = new Set([
    ...relationships.map(({ name }) => name),
    ...suggested.map(({ relationship }) => relationship.name),
  ]);
  const isFree = (name: string) =>
    !taken.has(name) && ![...fields, ...measures].some((field) => field.name.startsWith(`${name}.`));
  let name = base;
  for (let count = 2; !isFree(name); count += 1) name = `${base}_${count}`;
  return name;
}

/** As names of relationships are written. */
function asName(text: string): string {
  const name = text
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .replace(/_+$/, '')
    .slice(0, 56);
  return name === '' ? 'related' : name;
}
