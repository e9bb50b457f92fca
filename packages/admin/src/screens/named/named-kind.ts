import type { Page } from '@inlay/protocol/pagination';
import type { ComponentChildren } from 'preact';
import type { Query } from '../../api/query.ts';
import type { NamedPlural } from './queries.ts';

/** Something that belongs to a group or workspace. */
export interface Content {
  readonly title: string;
  /** In the singular. */
  readonly of: string;
  /** The screen that lists it: `users?group=`, followed by the identifier. */
  readonly list: string;
  /** The first of them, with their total. */
  readonly first: (id: string) => Query<Page<unknown>>;
}

/** What is different about groups and workspaces, which are otherwise the same thing under two names. */
export interface NamedKind {
  /** In addresses, here and in the API. */
  readonly plural: NamedPlural;
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
