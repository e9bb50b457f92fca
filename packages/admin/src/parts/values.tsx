import type { VNode } from 'preact';
import { CopyButton } from './copy-button.tsx';

/** Names with values to copy. */
export function Values({
  values,
}: {
  readonly values: readonly (readonly [name: string, value: string])[];
}): VNode {
  return (
    <dl class="values">
      {values.map(([name, value]) => (
        <div key={name} class="value">
          <dt>{name}</dt>
          <dd>
            <span class="mono">{value}</span>
          </dd>
          <dd class="copy">
            <CopyButton text={value} what={name} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
