export type AttributeKind = 'text' | 'list' | 'number' | 'boolean';

export interface AttributeDraft {
  readonly key: string;
  readonly kind: AttributeKind;
  readonly text: string;
}

/** A user context while it is edited. */
export interface ContextDraft {
  readonly username: string;
  readonly workspaceId: string;
  /** Separated by commas. */
  readonly groups: string;
  readonly attributes: readonly AttributeDraft[];
  readonly secrets: readonly AttributeDraft[];
}

export const emptyContext: ContextDraft = {
  username: 'viewer@customer.example',
  workspaceId: 'main',
  groups: '',
  attributes: [],
  secrets: [],
};

/** The context as a customer's server would sign it. */
export function contextOf(draft: ContextDraft): Readonly<Record<string, unknown>> {
  const groups = listOf(draft.groups);
  const attributes = entriesOf(draft.attributes);
  const secrets = entriesOf(draft.secrets);
  return {
    username: draft.username,
    workspace_id: draft.workspaceId,
    ...(groups.length > 0 ? { groups } : {}),
    ...(Object.keys(attributes).length > 0 ? { attributes } : {}),
    ...(Object.keys(secrets).length > 0 ? { secrets } : {}),
  };
}

export const listOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function entriesOf(rows: readonly AttributeDraft[]): Readonly<Record<string, unknown>> {
  const given = rows.filter(({ key }) => key.trim() !== '');
  return Object.fromEntries(given.map((row) => [row.key.trim(), cellOf(row)]));
}

function cellOf({ kind, text }: AttributeDraft): unknown {
  if (kind === 'list') return listOf(text);
  if (kind === 'boolean') return text === 'true';
  return kind === 'number' && text.trim() !== '' ? Number(text) : text;
}
