import type { Filter } from '@inlay/protocol/query';
import { Section } from '@inlay/ui/layout/section';
import type { ComponentChildren, VNode } from 'preact';
import type { EditorContext } from '../editor-context.ts';
import { patchQuery, undefinedIfEmpty } from '../model/patch.ts';
import { FilterEntries } from './filter-entries.tsx';

interface FilterPanelProps {
  readonly context: EditorContext;
  readonly open: boolean;
  /** Groups of filters below the others. */
  readonly children: ComponentChildren;
}

export function FilterPanel({ context, open, children }: FilterPanelProps): VNode {
  const { tile, messages, change } = context;
  const { filters = [], anyOf = [] } = tile.query;
  const put = (next: readonly Filter[], mergeKey?: string) =>
    change(patchQuery(tile, { filters: undefinedIfEmpty(next) }), mergeKey);
  return (
    <Section title={messages.filters} count={filters.length + anyOf.length} open={open} id="te-filters">
      <FilterEntries context={context} name="filter" filters={filters} onChange={put} />
      {children}
    </Section>
  );
}
