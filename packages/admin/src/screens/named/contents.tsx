import type { VNode } from 'preact';
import { Link } from '../../parts/link.tsx';
import type { CountedContent } from './use-contents.ts';

const number = new Intl.NumberFormat('en');

/** What belongs to it, with its count and the way there. */
export function Contents({ contents }: { readonly contents: readonly CountedContent[] }): VNode {
  return (
    <ul class="contents" aria-label="What is in it">
      {contents.map(({ title, to, total }) => (
        <li key={to}>
          <Link to={to}>{title}</Link>
          <span class="figures muted">{total === undefined ? '…' : number.format(total)}</span>
        </li>
      ))}
    </ul>
  );
}
