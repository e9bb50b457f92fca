import type { VNode } from 'preact';
import type { CountMessage } from '../list/list-pager.tsx';
import { adoptStyles } from '../page/adopt-styles.ts';
import { MAX_TITLES } from './title-links.tsx';
import css from './titles.css?inline';

adoptStyles(css);

interface TitleListProps {
  readonly titles: readonly string[];
  /** Says how many more there are. */
  readonly more: CountMessage;
}

/** The titles of what an action is about: the first ten, and how many more there are. */
export function TitleList({ titles, more }: TitleListProps): VNode {
  const rest = titles.length - MAX_TITLES;
  return (
    <ul class="titles">
      {titles.slice(0, MAX_TITLES).map((title, index) => (
        <li key={index}>{title}</li>
      ))}
      {rest > 0 && <li class="ui-muted">{more({ count: rest })}</li>}
    </ul>
  );
}
