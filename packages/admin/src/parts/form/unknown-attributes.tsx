import { readAttributes } from '@inlay/protocol/read-attributes';
import type { RowRule } from '@inlay/protocol/rule';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { knownAttributes } from '../../api/common-queries.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';

const MAX_KNOWN = 12;

/** Warns of attributes in a rule that no viewer has had: they are probably misspelled, and such a rule matches nobody. */
export function UnknownAttributes({ rule }: { readonly rule: RowRule | undefined }): VNode | null {
  const t = useMessages('conditions');
  const keys = rule ? readAttributes({ rowRules: [rule], sourceAttributes: [] }).map(({ key }) => key) : [];
  const known = useQuery(keys.length > 0 ? knownAttributes : undefined).data?.attributes ?? [];
  const unknown = keys.filter((key) => key !== '' && !known.includes(key));
  // Without viewers, nothing is known.
  if (known.length === 0 || unknown.length === 0) return null;
  const shown = known.slice(0, MAX_KNOWN).join(', ');
  return (
    <Notice tone="warning">
      {t.unknownAttribute({
        count: unknown.length,
        names: unknown.join(', '),
        known: known.length > MAX_KNOWN ? `${shown}, …` : shown,
      })}
    </Notice>
  );
}
