import type { PageMeta } from '@inlay/protocol/pagination';
import type { VNode } from 'preact';
import { Button } from '../controls/button.tsx';
import { useAppTexts } from '../ui-texts.ts';

interface PagerProps {
  readonly meta: PageMeta;
  /** How many there are of what, as a text: "1,201 users". */
  readonly total: string;
  readonly onPage: (page: number) => void;
}

/** The position in a list, and the way to its other pages. */
export function Pager({ meta, total: all, onPage }: PagerProps): VNode {
  const { kit: texts } = useAppTexts();
  const { page, lastPage, total, limit } = meta;
  const first = (page - 1) * limit + 1;
  const last = Math.min(page * limit, total);
  // A list on one page has nowhere to stand in.
  const isPart = lastPage > 1 && first <= total;
  return (
    <nav class="ui-pager" aria-label={texts.pages}>
      <span>{isPart ? texts.pageRange({ first, last, all }) : all}</span>
      {lastPage > 1 && (
        <div>
          <Button disabled={page <= 1} onClick={() => onPage(Math.min(page - 1, lastPage))}>
            {texts.previous}
          </Button>
          <Button disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
            {texts.next}
          </Button>
        </div>
      )}
    </nav>
  );
}
