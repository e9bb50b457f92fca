import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from '../../../messages.ts';

interface StepCardProps {
  readonly step: number;
  readonly title: string;
  readonly text?: ComponentChildren;
  /** Beside the title. */
  readonly action?: ComponentChildren;
  readonly id?: string;
  readonly children?: ComponentChildren;
}

/** One of the steps in which a provider is set up. */
export function StepCard({ step, title, text, action, id, children }: StepCardProps): VNode {
  const t = useMessages('providers');
  return (
    <section class="ui-card" aria-label={title} id={id}>
      <div class="ui-card-head">
        <div>
          <h2>{t.step({ step, title })}</h2>
          {text && <p class="ui-muted">{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
