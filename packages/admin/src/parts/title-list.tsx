import type { VNode } from 'preact';
import { useMessages } from '../messages.ts';
import { MAX_TITLES } from './title-links.tsx';

/** The titles of what an action is about: the first ten, and how many more there are. */
export function TitleList({ titles }: { readonly titles: readonly string[] }): VNode {
  const { bulk } = useMessages('admin').list;
  const rest = titles.length - MAX_TITLES;
  return (
    <ul class="titles">
      {titles.slice(0, MAX_TITLES).map((title, index) => (
        <li key={index}>{title}</li>
      ))}
      {rest > 0 && <li class="ui-muted">{bulk.more({ count: rest })}</li>}
    </ul>
  );
}
