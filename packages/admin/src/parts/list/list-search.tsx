import { SearchBox } from '@inlay/ui/controls/search-box';
import type { VNode } from 'preact';
import { query, setQuery } from '../../router.ts';

/** Searches a list; the search text is part of the URL. */
export function ListSearch({ label, name = 'q' }: { readonly label: string; readonly name?: string }): VNode {
  return (
    <SearchBox
      label={label}
      value={query.value.get(name) ?? ''}
      onSearch={(text) => setQuery({ [name]: text, page: '' })}
    />
  );
}
