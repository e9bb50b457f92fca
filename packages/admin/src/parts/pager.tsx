import type { PageMeta } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import { setQuery } from '../router.ts';
import { Button } from './button.tsx';

const number = new Intl.NumberFormat('en');

/** Where a list stands; the page is part of the address. */
export function Pager({ meta, of }: { readonly meta: PageMeta; readonly of: string }): VNode {
  const { page, lastPage, total, limit } = meta;
  const to = (next: number) => setQuery({ page: next === 1 ? '' : String(next) });
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  return (
    <nav class="pager" aria-label="Pages">
      <span class="muted figures">
        {first > total ? 'No' : `${number.format(first)} to ${number.format(last)} of`} {number.format(total)}{' '}
        {of}
      </span>
      {lastPage > 1 && (
        <span class="row">
          <Button disabled={page <= 1} onPress={() => to(page - 1)}>
            Previous
          </Button>
          <Button disabled={page >= lastPage} onPress={() => to(page + 1)}>
            Next
          </Button>
        </span>
      )}
    </nav>
  );
}
