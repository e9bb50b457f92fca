import { type ComponentChildren, Fragment, type VNode } from 'preact';

interface FactsProps {
  /** Names and values; what does not apply is left out. */
  readonly facts: readonly (readonly [name: string, value: ComponentChildren] | false | null)[];
}

/** Names and values side by side. */
export function Facts({ facts }: FactsProps): VNode {
  return (
    <dl class="report-facts">
      {facts
        .filter((fact) => fact !== false && fact !== null)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt class="ui-muted">{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  );
}
