import type { Page } from '@inlay/protocol/pagination';
import type { ComponentChildren } from 'preact';
import type { Query } from '../../api/query.ts';
import type { NamedPlural } from './queries.ts';

/** Something that belongs to a group or workspace. */
export interface Content {
  readonly title: string;
  /** The screen that lists it: `users?group=`, followed by the identifier. */
  readonly list: string;
  /** The first of them, with their total. */
  readonly first: (id: string) => Query<Page<unknown>>;
  /** Given where it has to be moved before its group or workspace can be deleted. */
  readonly count?: (total: { readonly count: number }) => string;
}

type NameMessage = (values: { readonly name: string }) => string;

/** What differs between groups and workspaces. */
export interface NamedKind {
  /** In addresses, here and in the API. */
  readonly plural: NamedPlural;
  readonly contents: readonly Content[];
  /** Shown below the list. */
  readonly help?: ComponentChildren;
  readonly texts: {
    readonly title: string;
    readonly one: string;
    readonly count: (total: { readonly count: number }) => string;
    readonly intro: string;
    readonly create: string;
    readonly delete: string;
    readonly empty: string;
    readonly emptyText: string;
    readonly nameExample: string;
    readonly idHint: string;
    readonly deleteText: string;
    readonly saved: NameMessage;
    readonly deleted: NameMessage;
  };
}
