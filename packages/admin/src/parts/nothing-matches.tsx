import type { ComponentChildren, VNode } from 'preact';
import { setQuery } from '../router.ts';
import { Button } from './button.tsx';
import { Empty } from './empty.tsx';

interface NothingMatchesProps {
  readonly title: string;
  /** The names of what narrows the list, as in its address. */
  readonly filters: readonly string[];
  readonly children?: ComponentChildren;
}

/** A list that is empty only because of what was asked of it, and the way back to all of it. */
export function NothingMatches({ title, filters, children }: NothingMatchesProps): VNode {
  return (
    <Empty title={title}>
      <p>{children ?? 'Change the search or the filters above.'}</p>
      <Button onPress={() => setQuery(Object.fromEntries([...filters, 'page'].map((name) => [name, ''])))}>
        Show all
      </Button>
    </Empty>
  );
}
