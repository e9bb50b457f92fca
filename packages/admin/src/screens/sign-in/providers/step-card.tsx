import { Card } from '@inlay/ui/layout/card';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from '../../../messages.ts';

interface StepCardProps {
  readonly step: number;
  readonly title: string;
  readonly text?: string;
  /** Beside the title. */
  readonly action?: ComponentChildren;
  readonly id?: string;
  readonly children?: ComponentChildren;
}

/** One of the steps in which a provider is set up. */
export function StepCard({ step, title, text, action, id, children }: StepCardProps): VNode {
  const t = useMessages('providers');
  return (
    <Card title={title} heading={t.step({ step, title })} text={text} action={action} id={id}>
      {children}
    </Card>
  );
}
