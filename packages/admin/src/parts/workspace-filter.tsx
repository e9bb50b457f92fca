import type { Named } from '@inlay/protocol/named';
import type { VNode } from 'preact';
import { query, setQuery } from '../router.ts';
import { WorkspaceOptions } from './workspace-options.tsx';

/** Narrows a list to one workspace, where there are several to choose from. */
export function WorkspaceFilter({ workspaces }: { readonly workspaces: readonly Named[] }): VNode | null {
  const chosen = query.value.get('workspace') ?? '';
  if (workspaces.length < 2 && chosen === '') return null;
  return (
    <select
      class="ui-input ui-select"
      aria-label="Workspace"
      value={chosen}
      onChange={(event) => setQuery({ workspace: event.currentTarget.value, page: '' })}
    >
      <option value="">All workspaces</option>
      <WorkspaceOptions workspaces={workspaces} chosen={chosen} />
    </select>
  );
}
