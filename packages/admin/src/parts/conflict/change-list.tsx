import type { ContentChange } from '@inlay/protocol/content-change';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { changePlace, valueText } from './change-text.ts';

/** The old and new value of each change. */
export function ChangeList({ changes }: { readonly changes: readonly ContentChange[] }): VNode {
  const t = useMessages('admin').parts.changes;
  if (changes.length === 0) return <p class="ui-muted">{t.none}</p>;
  return (
    <ul class="ui-stack-tight changes">
      {changes.map(({ path, kind, before, after }) => (
        <li key={`${path} ${kind}`}>
          <strong>{changePlace(path, t)}</strong> <span class="ui-muted">{t[kind]}</span>
          {before !== undefined && kind !== 'reordered' && <del>{valueText(before, t)}</del>}
          {after !== undefined && kind !== 'reordered' && <ins>{valueText(after, t)}</ins>}
        </li>
      ))}
    </ul>
  );
}
