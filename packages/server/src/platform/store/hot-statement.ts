import type { Compilable, Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * A statement of the hot path, written with Kysely like every other and compiled once per store instead of
 * once per request. Values are declared as slots: `hotStatement((db, slot) => db….where('id', '=', slot(0)))`.
 */
export interface HotStatement<Params extends readonly unknown[], Row> {
  readonly name: string;
  readonly build: (db: Kysely<Database>, slot: Slot<Params>) => Compilable<Row>;
}

type Slot<Params extends readonly unknown[]> = <I extends number & keyof Params>(index: I) => Params[I];

export function hotStatement<Params extends readonly unknown[]>(name: string) {
  return <Row>(build: HotStatement<Params, Row>['build']): HotStatement<Params, Row> => ({ name, build });
}

interface Compiled {
  readonly sql: string;
  /** For each parameter of the SQL: the slot it is filled from, or the constant that stands there. */
  readonly bind: (params: readonly unknown[]) => readonly unknown[];
}

class SlotValue {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/** Compiles each hot statement at its first use on one store. */
export class HotStatements {
  readonly #db: Kysely<Database>;
  readonly #compiled = new WeakMap<object, Compiled>();

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  compile(statement: HotStatement<never, unknown>): Compiled {
    const known = this.#compiled.get(statement);
    if (known) return known;
    const slot = (index: number) => new SlotValue(index) as never;
    const { sql, parameters } = statement.build(this.#db, slot).compile();
    const inOrder = parameters.every((value, index) => value instanceof SlotValue && value.index === index);
    const compiled = {
      sql,
      bind: inOrder
        ? (params: readonly unknown[]) => params
        : (params: readonly unknown[]) =>
            parameters.map((value) => (value instanceof SlotValue ? params[value.index] : value)),
    };
    this.#compiled.set(statement, compiled);
    return compiled;
  }
}
