import { slugOf } from '@inlay/protocol/slug-of';
import { TextField } from '@inlay/ui/controls/text-field';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';
import { IdField } from '../../../../parts/form/id-field.tsx';
import type { Preset } from '../presets.ts';
import { StepCard } from '../step-card.tsx';
import { LogoField } from './logo-field.tsx';
import type { SharedForm } from './shared-form.ts';

interface RegisterStepProps {
  readonly form: SharedForm;
  readonly preset: Preset;
  readonly isNew: boolean;
  /** What to register, which depends on the identifier alone: it can be registered before the provider is created. */
  readonly children: (id: string) => ComponentChildren;
}

/** The name on the button, and what the provider has to know. */
export function RegisterStep({ form, preset, isNew, children }: RegisterStepProps): VNode {
  const { register: t, guide, anyGuide } = useMessages('providers');
  const { identifier } = useMessages('admin').parts;
  const { name } = form.values;
  const id = form.values.id || slugOf(name);
  return (
    <StepCard
      step={1}
      title={t.title}
      text={t.hints[preset.key]}
      action={
        <a class="ui-link" href={`/docs/guide/${preset.guide}`} target="_blank" rel="noreferrer">
          {preset.label === '' ? anyGuide : guide({ provider: preset.label })}
        </a>
      }
    >
      <TextField {...form.field('name', { label: t.name })} hint={t.nameHint({ name: name || '…' })} />
      {isNew && <IdField {...form.field('id', { label: identifier })} from={name} hint={t.idHint} />}
      <LogoField {...form.field('logo')} of={name} />
      {id !== '' && children(id)}
    </StepCard>
  );
}
