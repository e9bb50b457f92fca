import type { ContentState } from '@inlay/protocol/content';
import type { Privilege } from '@inlay/protocol/user';
import type { ContextReader } from '../rules/context-reading.ts';

export type PrivilegeName = Exclude<Privilege, 'validator'>;

/** `validator` is another word for `validate`; each privilege once. */
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

/** Who asks, reduced to what decides. */
export interface ContentCaller {
  readonly token: 'login' | 'embed';
  readonly admin: boolean;
  /** Without one no app is reached by privileges. */
  readonly workspaceId: string | null;
  privileges(appId: string): readonly PrivilegeName[];
  /** As whom rules see somebody with a login; absent: no rule shows them anything. */
  readonly reader?: ContextReader;
}

/** What is asked about, reduced to what decides. */
export interface ContentSubject {
  readonly appId: string;
  /** Of the app. */
  readonly workspaceId: string | null;
  readonly appIsArchived: boolean;
  /** Apps and embeds: administrators arrange them, privileges on an app only show them. */
  readonly isManaged: boolean;
  /** A viewer made it in a builder: until it is submitted it is nobody else's business. */
  readonly isOwned: boolean;
  readonly state: ContentState;
  /** There is a version that viewers see now. */
  readonly isPublished: boolean;
  /** There has been such a version. */
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

/** From which states an action leads anywhere, whoever asks. */
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

/** Whether a caller may do something in principle; `isPossible` says whether the state lets it happen now. */
export function isPermitted(caller: ContentCaller, action: ContentAction, subject: ContentSubject): boolean {
  if (caller.admin && caller.token === 'login') return true;
  // An embed token sits in browsers: for it, ADMIN opens every embed to the eye and nothing to the hand.
  if (caller.admin && action === 'view') return true;
  if (subject.isManaged && action !== 'view') return false;
  if (subject.appIsArchived || caller.workspaceId === null || caller.workspaceId !== subject.workspaceId) {
    return false;
  }
  return hasPrivilegeFor(action, caller.privileges(subject.appId), subject);
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
      // Publishing what nobody submitted is both steps at once, and takes both privileges.
      return validates && (state === 'in-review' || contributes);
    case 'return':
    case 'archive':
    case 'unarchive':
      return validates;
    case 'delete':
      return validates || (contributes && !wasPublished);
  }
}
