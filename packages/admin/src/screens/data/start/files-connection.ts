import type { Connection, Engine } from '@inlay/protocol/connection';

/** The connection for uploaded files, which may not exist yet; undefined if no engine reads files. */
export function filesConnection(
  connections: readonly Connection[],
  engines: readonly Engine[],
): Pick<Connection, 'id' | 'name' | 'kind'> | undefined {
  const engine = engines.find(({ readsFiles }) => readsFiles);
  if (!engine) return undefined;
  const saved = connections.find(({ kind }) => kind === engine.name);
  return saved ?? { id: 'files', name: engine.label, kind: engine.name };
}
