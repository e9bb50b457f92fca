import type { ContentKind, ContentState } from '@inlay/content/content';
import type { Permission } from '@inlay/protocol/permission';
import type { Privilege } from '@inlay/protocol/user';
import type { ContextReader } from '../rules/context-reading.ts';

export type PrivilegeName = Exclude<Privilege, 'validator'>;

/** Normalizes the alias `validator` to `validate` and removes duplicates. */
export function normalizePrivileges(
  privileges: Readonly<Record<string, readonly Privilege[]>>,
): Record<string, readonly PrivilegeName[]> {
  return Object.fromEntries(
    Object.entries(privileges).map(([app, names]) => [
      app,
      [...new Set(names.map((name) => (name === 'validator' ? 'validate' : name)))],
    ]),
  );
}

/** The facts about a caller that decide. */
export interface ContentCaller {
  /** Of administrators, API keys and the operator: what they may do regardless of privileges. */
  readonly grants?: ContentGrants;
  /** Embed tokens are exposed to browsers: in them, ADMIN allows viewing every embed and changing nothing. */
  readonly viewsEverything: boolean;
  /** Without one, privileges grant access to no app. */
  readonly workspaceId: string | null;
  privileges(appId: string): readonly PrivilegeName[];
  /** The identity that rules see for a login; without it, rules hide everything. */
  readonly reader?: ContextReader;
}

export interface ContentGrants {
  readonly permissions: ReadonlySet<Permission>;
  /** Null for all workspaces. */
  readonly workspaces: readonly string[] | null;
}

/** Administrators manage apps and embeds without review: each change is published at once. */
export const isManaged = (kind: ContentKind): boolean => kind === 'app' || kind === 'embed';

/** The facts about an item that decide. */
export interface ContentSubject {
  readonly kind: ContentKind;
  readonly appId: string;
  /** The app's workspace. */
  readonly workspaceId: string | null;
  readonly appIsArchived: boolean;
  /** A viewer made it in a builder: private until it is submitted. */
  readonly isOwned: boolean;
  readonly state: ContentState;
  /** There is a published version now. */
  readonly isPublished: boolean;
  /** There has ever been a published version. */
  readonly wasPublished: boolean;
}

export type ContentAction =
  | 'view'
  | 'read-working-copy'
  | 'create'
  | 'edit'
  | 'submit'
  | 'publish'
  | 'return'
  | 'archive'
  | 'unarchive'
  | 'delete';

/** The states that an action is possible in, for any caller. */
const possibleFrom: Readonly<Record<ContentAction, readonly ContentState[]>> = {
  view: ['draft', 'in-review', 'published'],
  'read-working-copy': ['draft', 'in-review', 'published', 'archived'],
  create: ['draft', 'in-review', 'published', 'archived'],
  edit: ['draft', 'in-review', 'published'],
  submit: ['draft'],
  publish: ['draft', 'in-review'],
  return: ['in-review'],
  archive: ['draft', 'in-review', 'published'],
  unarchive: ['archived'],
  delete: ['draft', 'in-review', 'published', 'archived'],
};

/** The states that an action can start from. */
export const statesFor = (action: ContentAction): readonly ContentState[] => possibleFrom[action];

export function isPossible(action: ContentAction, subject: ContentSubject): boolean {
  if (!possibleFrom[action].includes(subject.state)) return false;
  return action !== 'view' || (subject.isPublished && !subject.appIsArchived);
}

/** Whether a caller may perform an action in principle; `isPossible` checks the state. */
export function isPermitted(caller: ContentCaller, action: ContentAction, subject: ContentSubject): boolean {
  if (caller.grants && isGranted(caller.grants, action, subject)) return true;
  if (caller.viewsEverything && action === 'view') return true;
  // Privileges only allow viewing them.
  if (isManaged(subject.kind) && action !== 'view') return false;
  if (subject.appIsArchived || caller.workspaceId === null || caller.workspaceId !== subject.workspaceId) {
    return false;
  }
  return hasPrivilegeFor(action, caller.privileges(subject.appId), subject);
}

function isGranted(
  { permissions, workspaces }: ContentGrants,
  action: ContentAction,
  { kind, workspaceId }: ContentSubject,
): boolean {
  if (workspaces !== null && (workspaceId === null || !workspaces.includes(workspaceId))) return false;
  if (action === 'view' || action === 'read-working-copy') return permissions.has('content:read');
  return permissions.has(kind === 'embed' ? 'embeds:write' : 'content:write');
}

const forReview: readonly ContentAction[] = ['read-working-copy', 'publish', 'return'];

function hasPrivilegeFor(
  action: ContentAction,
  privileges: readonly PrivilegeName[],
  { state, wasPublished, isOwned }: ContentSubject,
): boolean {
  const contributes = privileges.includes('contribute');
  const validates = privileges.includes('validate');
  if (isOwned && action !== 'view') return validates && state === 'in-review' && forReview.includes(action);
  switch (action) {
    case 'view':
      return privileges.length > 0;
    case 'read-working-copy':
      return contributes || validates;
    case 'create':
    case 'edit':
    case 'submit':
      return contributes;
    case 'publish':
      // Publishing a draft includes submitting it, and requires both privileges.
      return validates && (state === 'in-review' || contributes);
    case 'return':
    case 'archive':
    case 'unarchive':
      return validates;
    case 'delete':
      return validates || (contributes && !wasPublished);
  }
}
