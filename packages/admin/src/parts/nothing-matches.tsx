import { Button } from '@inlay/ui/button';
import { EmptyState } from '@inlay/ui/empty-state';
import type { ComponentChildren, VNode } from 'preact';
import { setQuery } from '../router.ts';

interface NothingMatchesProps {
  readonly title: string;
  /** The names of what narrows the list, as in its address. */
  readonly filters: readonly string[];
  readonly children?: ComponentChildren;
}

/** A list that is empty only because of what was asked of it, and the way back to all of it. */
export function NothingMatches({ title, filters, children }: NothingMatchesProps): VNode {
  return (
    <EmptyState title={title}>
      <p>{children ?? 'Change the search or the filters above.'}</p>
      <Button onClick={() => setQuery(Object.fromEntries([...filters, 'page'].map((name) => [name, ''])))}>
        Show all
      </Button>
    </EmptyState>
  );
}
