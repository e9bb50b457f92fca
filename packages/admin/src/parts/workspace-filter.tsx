import type { VNode } from 'preact';
import type { Named } from '../api/named.ts';
import { query } from '../router.ts';
import { FilterSelect } from './filter-select.tsx';

/** Narrows a list to one workspace, where there are several to choose from. */
export function WorkspaceFilter({ workspaces }: { readonly workspaces: readonly Named[] }): VNode | null {
  if (workspaces.length < 2 && !query.value.has('workspace')) return null;
  return (
    <FilterSelect
      name="workspace"
      label="Workspace"
      options={[['', 'All workspaces'], ...workspaces.map(({ id, name }) => [id, name] as const)]}
    />
  );
}
