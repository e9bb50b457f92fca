import type { Page } from '@inlay/protocol/pagination';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { ComponentChildren, VNode } from 'preact';
import type { QueryResult } from '../../api/use-query.ts';
import { Trouble } from '../page/trouble.tsx';
import { type CountMessage, ListPager } from './list-pager.tsx';

export interface ListedProps<T> {
  readonly query: Pick<QueryResult<Page<T>>, 'data' | 'error' | 'reload'>;
  /** The message that counts what is listed. */
  readonly of: CountMessage;
  /** About as many as will come. */
  readonly lines: number;
  readonly empty: ComponentChildren;
  readonly children: (items: readonly T[]) => ComponentChildren;
}

/** A page of a list with its pager: loading, failed, empty or loaded. */
export function Listed<T>({ query, of, lines, empty, children }: ListedProps<T>): VNode {
  const { data: page, error, reload } = query;
  if (error) return <Trouble error={error} onRetry={reload} />;
  if (!page) return <Skeleton lines={lines} rows />;
  if (page.data.length === 0) return <>{empty}</>;
  return (
    <>
      {children(page.data)}
      <ListPager meta={page.meta} of={of} />
    </>
  );
}
