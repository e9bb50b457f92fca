import type { Named } from '@inlay/protocol/named';
import type { VNode } from 'preact';

interface WorkspaceOptionsProps {
  readonly workspaces: readonly Named[];
  readonly chosen: string | null;
}

/** The workspaces by name, and the one that is chosen in any case: it may still be on its way, or past the first 200. */
export function WorkspaceOptions({ workspaces, chosen }: WorkspaceOptionsProps): VNode {
  const known = chosen === null || chosen === '' || workspaces.some(({ id }) => id === chosen);
  return (
    <>
      {!known && <option value={chosen}>{chosen}</option>}
      {workspaces.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </>
  );
}
