import type { VNode } from 'preact';
import { adoptStyles } from '../page/adopt-styles.ts';
import { Link } from '../text/link.tsx';
import { LinkedMessage, type Problem } from '../text/linked-message.tsx';
import type { TitleLink } from './title-links.tsx';
import css from './titles.css?inline';

adoptStyles(css);

interface RefusedListProps {
  readonly refused: readonly (TitleLink & { readonly problem: Problem })[];
}

/** What could not be done, with a link to each item and the reason. */
export function RefusedList({ refused }: RefusedListProps): VNode {
  return (
    <ul class="refused">
      {refused.map(({ title, to, problem }) => (
        <li key={to}>
          <Link to={to}>{title}</Link>
          <p class="ui-small">
            <LinkedMessage message={problem.message} details={problem.details} />
          </p>
        </li>
      ))}
    </ul>
  );
}
