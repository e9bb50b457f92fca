import type { ComponentChildren } from 'preact';

/** Something that belongs to a group or workspace. */
export interface Content {
  readonly title: string;
  /** In the singular. */
  readonly of: string;
  /** The list of it, in the API and here: `users?group=`, behind which the identifier stands. */
  readonly list: string;
}

/** What is different about groups and workspaces, which are otherwise the same thing under two names. */
export interface NamedKind {
  /** In addresses, here and in the API. */
  readonly plural: 'groups' | 'workspaces';
  readonly one: 'group' | 'workspace';
  readonly title: string;
  readonly intro: ComponentChildren;
  /** Stands below the list where there is more to understand. */
  readonly explanation?: ComponentChildren;
  readonly empty: ComponentChildren;
  readonly nameExample: string;
  readonly idHint: string;
  readonly contents: readonly Content[];
  /** What deleting does. */
  readonly removal: string;
  /** It can be deleted only while nothing belongs to it. */
  readonly mustBeEmpty?: true;
}
