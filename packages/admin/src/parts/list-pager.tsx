import type { PageMeta } from '@inlay/protocol/pagination';
import { Pager } from '@inlay/ui/pager';
import type { VNode } from 'preact';
import { setQuery } from '../router.ts';
import { counted } from './counted.ts';

interface ListPagerProps {
  readonly meta: PageMeta;
  /** What is listed, in the singular. */
  readonly of: string;
  readonly many?: string;
}

/** The page of a list is part of the URL. */
export function ListPager({ meta, of, many }: ListPagerProps): VNode {
  return (
    <Pager
      meta={meta}
      total={counted(meta.total, of, many)}
      onPage={(page) => setQuery({ page: page === 1 ? '' : String(page) })}
    />
  );
}
