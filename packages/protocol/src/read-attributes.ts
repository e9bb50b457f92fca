import type { Dataset, DatasetSource } from './dataset.ts';

/** An attribute, and the column it is compared with, if any: `area`, or `invoice.account.area` of a related dataset. */
export interface ReadAttribute {
  readonly key: string;
  readonly column: string | undefined;
}

type Rules = Pick<Dataset, 'rowRules' | 'groupRules' | 'relationships'>;

/** A dataset, or what the data model of a connection says about it. */
type Reading = Rules &
  ({ readonly source: DatasetSource } | { readonly sourceAttributes?: readonly string[] | undefined });

/** The related dataset with an id, if it is known. */
type DatasetOf = (id: string) => Reading | undefined;

type Found = Map<string, string | undefined>;

/**
 * The attributes that the rules and SQL of a dataset use, and those of datasets that its rules follow; a trial needs a
 * value for each.
 */
export function readAttributes(
  dataset: Reading,
  datasetOf: DatasetOf = () => undefined,
): readonly ReadAttribute[] {
  const found: Found = new Map();
  collectDataset(dataset, { datasetOf, found, prefix: '', done: new Set([dataset]) });
  return [...found].map(([key, column]) => ({ key, column }));
}

interface Collecting {
  readonly datasetOf: DatasetOf;
  readonly found: Found;
  /** The path to the dataset with a dot after it. */
  readonly prefix: string;
  /** Each dataset is read once, also where rules follow each other in a circle. */
  readonly done: Set<Reading>;
}

function collectDataset(dataset: Reading, collecting: Collecting): void {
  const rules = [dataset.rowRules, dataset.groupRules];
  for (const rule of rules) collectRule(rule, undefined, collecting);
  for (const key of sourceKeys(dataset)) add(collecting.found, key, undefined);
  for (const path of [...relatedPaths(rules), ...requiredPaths(dataset)])
    collectRelated(dataset, path, collecting);
}

function collectRule(part: unknown, column: string | undefined, collecting: Collecting): void {
  if (typeof part !== 'object' || part === null) return;
  const own = 'column' in part && typeof part.column === 'string' ? part.column : column;
  for (const [name, value] of Object.entries(part)) {
    if (name === 'context' && typeof value === 'string' && value.startsWith('attributes.')) {
      const key = value.slice('attributes.'.length);
      add(collecting.found, key, own === undefined ? undefined : collecting.prefix + own);
    } else collectRule(value, own, collecting);
  }
}

interface RelatedPath {
  readonly relationships: readonly string[];
  readonly isFollowed: boolean;
}

/** The ways that rules lead over relationships: to rows that they follow, or to a column. */
function relatedPaths(part: unknown): readonly RelatedPath[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]): readonly RelatedPath[] => {
    if (typeof value !== 'string') return relatedPaths(value);
    const names = value.split('.');
    if (name === 'follow') return [{ relationships: names, isFollowed: true }];
    return name === 'column' ? [{ relationships: names.slice(0, -1), isFollowed: false }] : [];
  });
}

/** Rows follow the relationships that they require. */
function requiredPaths({ relationships = [] }: Rules): readonly RelatedPath[] {
  return relationships
    .filter(({ required }) => required)
    .map(({ name }) => ({ relationships: [name], isFollowed: true }));
}

function collectRelated(from: Reading, { relationships, isFollowed }: RelatedPath, collecting: Collecting) {
  const { datasetOf, found, done } = collecting;
  let dataset: Reading | undefined = from;
  for (const name of relationships) {
    const relationship: NonNullable<Rules['relationships']>[number] | undefined =
      dataset?.relationships?.find((each) => each.name === name);
    dataset = relationship && datasetOf(relationship.dataset);
    if (!dataset) return;
    // Every dataset on the way is read, so its SQL needs values.
    for (const key of sourceKeys(dataset)) add(found, key, undefined);
  }
  if (!isFollowed || done.has(dataset)) return;
  done.add(dataset);
  const prefix = `${collecting.prefix}${relationships.join('.')}.`;
  collectDataset(dataset, { ...collecting, prefix });
}

const sourceKeys = (dataset: Reading): readonly string[] =>
  'source' in dataset ? sourceAttributes(dataset.source) : (dataset.sourceAttributes ?? []);

/** The attributes that SQL uses. */
export function sourceAttributes(source: DatasetSource): readonly string[] {
  if (source.kind !== 'sql') return [];
  const keys = Array.from(source.sql.matchAll(/\{\{\s*attributes\.([^\s{}]+)/g), ([, key]) => key ?? '');
  return [...new Set(keys)];
}

function add(found: Found, key: string, column: string | undefined): void {
  if (found.get(key) === undefined) found.set(key, column);
}
