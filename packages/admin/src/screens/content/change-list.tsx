import type { ContentChange } from '@inlay/protocol/content-change';
import type { VNode } from 'preact';
import { changePlace, changeVerb, valueText } from './change-text.ts';

/** The old and new value of each change. */
export function ChangeList({ changes }: { readonly changes: readonly ContentChange[] }): VNode {
  if (changes.length === 0) return <p class="muted">Nothing differs.</p>;
  return (
    <ul class="changes">
      {changes.map(({ path, kind, before, after }) => (
        <li key={`${path} ${kind}`}>
          <strong>{changePlace(path)}</strong> <span class="muted">{changeVerb(kind)}</span>
          {before !== undefined && kind !== 'reordered' && <del>{valueText(before)}</del>}
          {after !== undefined && kind !== 'reordered' && <ins>{valueText(after)}</ins>}
        </li>
      ))}
    </ul>
  );
}
