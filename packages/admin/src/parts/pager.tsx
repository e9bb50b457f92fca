import type { PageMeta } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import { setQuery } from '../router.ts';
import { Button } from './button.tsx';
import { counted } from './counted.ts';

interface PagerProps {
  readonly meta: PageMeta;
  /** What is listed, in the singular. */
  readonly of: string;
  readonly many?: string;
}

const number = new Intl.NumberFormat('en');

/** The position in a list; the page is part of the URL. */
export function Pager({ meta, of, many }: PagerProps): VNode {
  const { page, lastPage, total, limit } = meta;
  const to = (next: number) => setQuery({ page: next === 1 ? '' : String(next) });
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  const all = counted(total, of, many);
  // A list on one page has nowhere to stand in.
  const isPart = lastPage > 1 && first <= total;
  return (
    <nav class="pager" aria-label="Pages">
      <span class="muted figures">
        {isPart ? `${number.format(first)} to ${number.format(last)} of ${all}` : all}
      </span>
      {lastPage > 1 && (
        <span class="row">
          <Button disabled={page <= 1} onPress={() => to(Math.min(page - 1, lastPage))}>
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
