import { TextField } from '@inlay/ui/controls/text-field';
import type { FieldProps } from '@inlay/ui/form/use-form';
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
  /** Of a new provider. */
  readonly identifier?: FieldProps<string | undefined> | undefined;
  /** What to register. It depends on the identifier alone, so that it can be done before the provider is created. */
  readonly children: ComponentChildren;
}

/** The name on the button, and what the provider has to know. */
export function RegisterStep({ form, preset, identifier, children }: RegisterStepProps): VNode {
  const { register: t, guide, anyGuide } = useMessages('providers');
  const { name = '' } = form.values;
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
      <TextField
        {...form.field('name', { label: t.name, required: true })}
        hint={t.nameHint({ name: name || '…' })}
      />
      {identifier && <IdField {...identifier} from={name} hint={t.idHint} />}
      <LogoField {...form.field('logo')} of={name} />
      {children}
    </StepCard>
  );
}
