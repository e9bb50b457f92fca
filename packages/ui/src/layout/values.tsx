import type { VNode } from 'preact';
import { CopyButton } from '../controls/copy-button.tsx';

/** Names with values to copy. */
export function Values({
  values,
}: {
  readonly values: readonly (readonly [name: string, value: string])[];
}): VNode {
  return (
    <dl class="ui-values">
      {values.map(([name, value]) => (
        <div key={name} class="ui-value">
          <dt>{name}</dt>
          <dd>
            <span class="ui-mono">{value}</span>
          </dd>
          <dd>
            <CopyButton text={value} name={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
