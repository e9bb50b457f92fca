import { isNamedAfter } from './is-named-after.ts';
import type { Plan, PlannedContext } from './read-plan.ts';
import type { ColumnValues, Survey } from './survey.ts';

/** Decides to whom a value belongs. */
export interface Owners {
  /** The values that a context may see in a column; `*` for all, nothing if the column does not identify anybody. */
  allowed(context: string, dataset: string, column: string): ReadonlySet<string> | '*' | undefined;
  /** Whether a column tells whose row it is. */
  identifies(dataset: string, column: string): boolean;
  /** The columns that identify contexts, and why: `sales/region` → `attributes.region`. */
  readonly identifiers: ReadonlyMap<string, string>;
  /** The values of a column that are not the viewer's, with the context that they belong to, if it is known. */
  foreignIn(context: string, entry: ColumnValues): readonly Foreign[];
}

export interface Foreign {
  readonly value: string;
  readonly owner: string | undefined;
}

interface Allowed {
  /** By name of the context. */
  readonly values: ReadonlyMap<string, ReadonlySet<string> | '*'>;
  readonly by: string;
}

/**
 * Finds the columns that tell whose a row is: those under `expect` in the file, columns with the name of an attribute, and
 * columns in which each context finds the value of its own attribute. What the instance says about its rules is not used.
 */
export function findOwners(plan: Plan, surveys: readonly Survey[]): Owners {
  const columns = new Map<string, Allowed>();
  for (const { dataset, column } of surveys.flatMap(({ columnValues }) => columnValues)) {
    if (columns.has(keyOf(dataset, column)) || plan.shared.has(dataset)) continue;
    const allowed = expectedIn(plan, dataset, column) ?? derivedFor(plan, surveys, dataset, column);
    if (allowed) columns.set(keyOf(dataset, column), allowed);
  }
  const valuesOf = (dataset: string, column: string) => columns.get(keyOf(dataset, column))?.values;
  return {
    allowed: (context, dataset, column) => valuesOf(dataset, column)?.get(context),
    identifies: (dataset, column) => columns.has(keyOf(dataset, column)),
    identifiers: new Map([...columns].map(([key, { by }]) => [key, by])),
    foreignIn(context, { dataset, column, values }) {
      const all = valuesOf(dataset, column);
      const own = all?.get(context);
      if (!all || own === '*') return [];
      return [...values].flatMap((value) => {
        if (own?.has(value)) return [];
        const owner = [...all].find(
          ([name, theirs]) => name !== context && theirs !== '*' && theirs.has(value),
        );
        return own || owner ? [{ value, owner: owner?.[0] }] : [];
      });
    },
  };
}

const keyOf = (dataset: string, column: string) => `${dataset}/${column}`;

function expectedIn({ contexts }: Plan, dataset: string, column: string): Allowed | undefined {
  const found = contexts.flatMap(({ name, expect }) => {
    const values = expect[keyOf(dataset, column)] ?? expect[column];
    if (values === undefined) return [];
    return [[name, values === '*' ? values : new Set(values.map(String))] as const];
  });
  return found.length === 0 ? undefined : { values: new Map(found), by: 'expect' };
}

/**
 * A column identifies contexts by an attribute of its name, even if it has other values: then a rule compares the wrong
 * attribute. Under another name, each context has to find its own value there.
 */
function derivedFor(
  { contexts }: Plan,
  surveys: readonly Survey[],
  dataset: string,
  column: string,
): Allowed | undefined {
  const seen = new Map(surveys.map((survey) => [survey.viewer.name, valuesIn(survey, dataset, column)]));
  const paths = new Set(contexts.flatMap((planned) => [...signedValues(planned).keys()]));
  const candidates = [...paths].flatMap((path) => {
    const values = new Map(
      contexts.flatMap((planned) => {
        const signed = signedValues(planned).get(path);
        return signed ? [[planned.name, signed] as const] : [];
      }),
    );
    const differ = new Set([...values.values()].map((signed) => [...signed].sort().join('\n'))).size > 1;
    const readers = [...values].filter(([name]) => (seen.get(name)?.size ?? 0) > 0);
    return differ && readers.length > 0 ? [{ values, readers, by: path }] : [];
  });
  const named = candidates.find(
    ({ by }) => by.startsWith('attributes.') && isNamedAfter(column, by.slice('attributes.'.length)),
  );
  const matching = candidates.find(({ readers }) =>
    readers.every(([name, signed]) => [...signed].some((value) => seen.get(name)?.has(value))),
  );
  return named ?? matching;
}

export function valuesIn({ columnValues }: Survey, dataset: string, column: string): ReadonlySet<string> {
  return new Set(
    columnValues
      .filter((entry) => entry.dataset === dataset && entry.column === column)
      .flatMap(({ values }) => [...values]),
  );
}

/** Texts and numbers of the context that a row rule could compare, by path. */
function signedValues({ context }: PlannedContext): ReadonlyMap<string, ReadonlySet<string>> {
  const { username, attributes = {} } = context;
  const entries = [
    ['username', username] as const,
    ...Object.entries(attributes).map(([key, value]) => [`attributes.${key}`, value] as const),
  ];
  return new Map(
    entries.flatMap(([path, value]) => {
      const values = (Array.isArray(value) ? value : [value])
        .filter((each) => typeof each === 'string' || typeof each === 'number')
        .map(String);
      return values.length === 0 ? [] : [[path, new Set(values)] as const];
    }),
  );
}
