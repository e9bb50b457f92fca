import { providerAddresses } from '@inlay/protocol/provider-addresses';
import { slugOf } from '@inlay/protocol/slug-of';
import { TextField } from '@inlay/ui/controls/text-field';
import { Values } from '@inlay/ui/layout/values';
import type { VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';
import { IdField } from '../../../../parts/form/id-field.tsx';
import { StepCard } from '../step-card.tsx';
import { LogoField } from './logo-field.tsx';
import type { StepProps } from './step-props.ts';

/** The addresses depend on the identifier alone, so that they can be registered before the provider is created. */
export function RegisterStep({ form, preset, provider }: StepProps): VNode {
  const { register: t, guide, anyGuide } = useMessages('providers');
  const { identifier } = useMessages('admin').parts;
  const { name } = form.values;
  const id = form.values.id || slugOf(name);
  const addresses = provider ?? (id === '' ? undefined : providerAddresses(location.origin, id));
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
      {!provider && <IdField {...form.field('id', { label: identifier })} from={name} hint={t.idHint} />}
      <LogoField {...form.field('logo')} of={name} />
      {addresses && (
        <Values
          values={[
            [t.redirect, addresses.redirectUri],
            [t.postLogout, addresses.postLogoutRedirectUri],
            [t.backchannel, addresses.backchannelLogoutUri],
          ]}
        />
      )}
    </StepCard>
  );
}
