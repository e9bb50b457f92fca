import type { Filter } from '@inlay/protocol/query';
import { Button } from '@inlay/ui/controls/button';
import type { VNode } from 'preact';
import { patchQuery, undefinedIfEmpty } from '../model/patch.ts';
import { FilterEntries } from '../panels/filter-entries.tsx';
import { Entry } from '../parts/entry.tsx';
import type { MoreProps } from './more-context.ts';

type Groups = readonly (readonly Filter[])[];

/** Groups of filters, of which a row must match at least one. */
export function AnyOfGroups({ context, messages }: MoreProps): VNode {
  const { tile, change } = context;
  const groups: Groups = tile.query.anyOf ?? [];
  const put = (next: Groups, mergeKey?: string) =>
    change(patchQuery(tile, { anyOf: undefinedIfEmpty(next) }), mergeKey);
  return (
    <>
      {groups.map((group, index) => (
        <Entry
          key={index}
          label={messages.anyOfGroup({ place: index + 1 })}
          removeLabel={messages.removeAnyOf}
          onRemove={() => put(groups.toSpliced(index, 1))}
        >
          <p class="ui-field-label">{messages.anyOf}</p>
          <FilterEntries
            context={context}
            name={`any-of-${index}`}
            filters={group}
            onChange={(filters, mergeKey) => put(groups.with(index, filters), mergeKey)}
          />
        </Entry>
      ))}
      {groups.length < 20 && <Button onClick={() => put([...groups, []])}>{messages.addAnyOf}</Button>}
    </>
  );
}
