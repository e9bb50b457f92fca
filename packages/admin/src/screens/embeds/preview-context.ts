import type { SampleContext } from '@inlay/protocol/explanation';
import {
  type AttributeDraft,
  type ContextDraft,
  contextOf,
  emptyContext,
} from '../../parts/form/context-draft.ts';

export type Privilege = 'view' | 'contribute' | 'validate';

/** The viewer of a preview: the fields of a context, and the privileges in the embed's app. */
export interface PreviewViewer {
  readonly draft: ContextDraft;
  readonly privileges: readonly Privilege[];
}

export const firstViewer = ({ workspace_id, attributes }: SampleContext): PreviewViewer => ({
  draft: { ...emptyContext, workspaceId: workspace_id, attributes: rowsOf(attributes) },
  privileges: ['view'],
});

export function viewerContext({ draft, privileges }: PreviewViewer, appId: string) {
  return { ...contextOf(draft), roles: ['USER'], privileges: { [appId]: privileges } };
}

/** A context in JSON as values of the form; undefined if the form has no field for a part of it. */
export function viewerOfJson(text: string, appId: string): PreviewViewer | undefined {
  let context: Readonly<Record<string, unknown>>;
  try {
    context = JSON.parse(text);
  } catch {
    return undefined;
  }
  const {
    username = '',
    workspace_id = '',
    groups = [],
    attributes = {},
    secrets = {},
    privileges = {},
  } = context;
  const own = (privileges as Readonly<Record<string, unknown>>)[appId];
  const viewer: PreviewViewer = {
    draft: {
      username: String(username),
      workspaceId: String(workspace_id),
      groups: Array.isArray(groups) ? groups.join(', ') : '',
      attributes: rowsOf(attributes),
      secrets: rowsOf(secrets),
    },
    privileges: (Array.isArray(own) ? own : []) as readonly Privilege[],
  };
  const again = JSON.stringify(sorted(viewerContext(viewer, appId)));
  return again === JSON.stringify(sorted({ roles: ['USER'], ...context })) ? viewer : undefined;
}

function rowsOf(record: unknown): readonly AttributeDraft[] {
  return Object.entries((record ?? {}) as Readonly<Record<string, unknown>>).map(([key, value]) => {
    if (Array.isArray(value)) return { key, kind: 'list', text: value.join(', ') };
    if (typeof value === 'number') return { key, kind: 'number', text: String(value) };
    return typeof value === 'boolean'
      ? { key, kind: 'boolean', text: String(value) }
      : { key, kind: 'text', text: String(value) };
  });
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
