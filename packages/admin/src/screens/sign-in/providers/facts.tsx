import { Fragment, type VNode } from 'preact';

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Names and values of programs. */
  readonly isCode?: boolean;
}

/** Names and values side by side. */
export function Facts({ facts, isCode = false }: FactsProps): VNode {
  return (
    <dl class="provider-facts ui-small">
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt class={isCode ? undefined : 'ui-muted'}>{isCode ? <code>{name}</code> : name}</dt>
          <dd class={isCode ? 'ui-mono' : undefined}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
