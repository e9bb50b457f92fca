import type { Named } from '@inlay/protocol/named';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { query } from '../../router.ts';
import { workspaceChoices } from '../form/workspace-choices.ts';
import { FilterSelect } from './filter-select.tsx';

/** Filters a list by workspace, if there are several. */
export function WorkspaceFilter({ workspaces }: { readonly workspaces: readonly Named[] }): VNode | null {
  const t = useMessages('admin').list;
  const chosen = query.value.get('workspace');
  if (workspaces.length < 2 && !chosen) return null;
  const choices = workspaceChoices(workspaces, chosen).map(({ value, label }) => [value, label] as const);
  return <FilterSelect name="workspace" label={t.workspace} options={[['', t.allWorkspaces], ...choices]} />;
}
