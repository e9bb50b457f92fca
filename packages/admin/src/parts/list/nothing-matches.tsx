import { Button } from '@inlay/ui/controls/button';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { setQuery } from '../../router.ts';

interface NothingMatchesProps {
  readonly title: string;
  /** The parameters of the address that filter the list. */
  readonly filters: readonly string[];
  readonly children?: ComponentChildren;
}

/** A list that is empty because of its filters, with a button that clears them. */
export function NothingMatches({ title, filters, children }: NothingMatchesProps): VNode {
  const t = useMessages('admin').list;
  return (
    <EmptyState title={title}>
      <p>{children ?? t.changeFilters}</p>
      <Button onClick={() => setQuery(Object.fromEntries([...filters, 'page'].map((name) => [name, ''])))}>
        {t.showAll}
      </Button>
    </EmptyState>
  );
}
