import type { Dialect } from '../query/text/dialect.ts';
import * as all from './all.ts';
import type { EngineDefinition } from './define-engine.ts';
import { EngineError } from './engine-error.ts';

export type EngineName = (typeof all)[keyof typeof all]['name'];

/** Uploaded files first, since every tenant has them; then by label. */
export const ENGINES: readonly EngineDefinition<EngineName>[] = Object.values(all).toSorted(
  (a: EngineDefinition, b: EngineDefinition) =>
    Number(readsFiles(b)) - Number(readsFiles(a)) || a.label.localeCompare(b.label, 'en'),
);

/** The engine of a connection. A stored one may be missing: the connection may come from a newer version's backup. */
export function engineNamed(name: string): EngineDefinition<EngineName> {
  const engine = ENGINES.find((each) => each.name === name);
  if (engine) return engine;
  throw new EngineError('BAD_CONNECTION', {
    message: `This server does not support connections of the kind '${name}'.`,
  });
}

export const dialectNamed = (name: string): Dialect => engineNamed(name).dialect;

/** Whether it reads the tenant's uploads; otherwise it is a database over the network. */
export function readsFiles({ openFiles }: Pick<EngineDefinition, 'openFiles'>): boolean {
  return openFiles !== undefined;
}
