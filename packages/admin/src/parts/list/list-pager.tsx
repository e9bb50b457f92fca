import type { PageMeta } from '@inlay/protocol/pagination';
import { Pager } from '@inlay/ui/layout/pager';
import type { VNode } from 'preact';
import { setQuery } from '../../router.ts';

/** Such as `{count, plural, one {# user} other {# users}}`. */
export type CountMessage = (values: { readonly count: number }) => string;

interface ListPagerProps {
  readonly meta: PageMeta;
  /** The message that counts what is listed. */
  readonly of: CountMessage;
}

/** The page of a list is part of the URL. */
export function ListPager({ meta, of }: ListPagerProps): VNode {
  return (
    <Pager
      meta={meta}
      total={of({ count: meta.total })}
      onPage={(page) => setQuery({ page: page === 1 ? '' : String(page) })}
    />
  );
}
