import type { Named } from '@inlay/protocol/named';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { query, setQuery } from '../../router.ts';
import { WorkspaceOptions } from './workspace-options.tsx';

/** Filters a list by workspace, if there are several. */
export function WorkspaceFilter({ workspaces }: { readonly workspaces: readonly Named[] }): VNode | null {
  const t = useMessages('admin').list;
  const chosen = query.value.get('workspace') ?? '';
  if (workspaces.length < 2 && chosen === '') return null;
  return (
    <select
      class="ui-input ui-select"
      aria-label={t.workspace}
      value={chosen}
      onChange={(event) => setQuery({ workspace: event.currentTarget.value, page: '' })}
    >
      <option value="">{t.allWorkspaces}</option>
      <WorkspaceOptions workspaces={workspaces} chosen={chosen} />
    </select>
  );
}
