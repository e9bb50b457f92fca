import {
  type IdentityProvider,
  type SamlProvider,
  SamlProviderChangeSchema,
} from '@inlay/protocol/identity-provider';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { Values } from '@inlay/ui/layout/values';
import type { VNode } from 'preact';
import { api } from '../../../../api/api.ts';
import { useMessages } from '../../../../messages.ts';
import { isOwner } from '../../../../session/can.ts';
import { FormFrame } from '../form/form-frame.tsx';
import { PeopleStep } from '../form/people-step.tsx';
import { RegisterStep } from '../form/register-step.tsx';
import { MappingStep } from '../mapping/mapping-step.tsx';
import { SAML } from '../presets.ts';
import { StepCard } from '../step-card.tsx';
import { CertificateList } from './certificate-list.tsx';
import { MetadataField } from './metadata-field.tsx';
import { SamlRegistration } from './saml-registration.tsx';

interface SamlFormProps {
  readonly provider: SamlProvider;
  readonly onSaved: (provider: IdentityProvider) => void;
}

/** The settings of a provider with SAML. Its metadata is not shown again, but what was read from it. */
export function SamlForm({ provider, onSaved }: SamlFormProps): VNode {
  const { connect, saml: t } = useMessages('providers');
  const form = useForm({
    schema: SamlProviderChangeSchema,
    initial: provider,
    // With each saved version, typed metadata is gone from the page.
    version: provider.updatedAt,
    save: (_, changes) => api.patch('/identity-providers/{id}', { path: { id: provider.id }, body: changes }),
    onSaved,
  });
  const step = { form, preset: SAML };
  return (
    <FormFrame form={form} isNew={false}>
      <RegisterStep {...step}>
        <SamlRegistration addresses={provider} />
      </RegisterStep>
      <StepCard step={2} title={connect.title} text={t.text}>
        <Values
          values={[
            [t.theirEntityId, provider.entityId],
            [t.signInUrl, provider.signInUrl],
          ]}
        />
        <CertificateList {...provider} />
        {isOwner() && (
          <details>
            <summary>{t.replace}</summary>
            <MetadataField form={form} field={form.field('metadata', { label: t.metadata })} />
          </details>
        )}
        {provider.isEnabled && form.values.metadata && <Notice tone="warning">{t.switchesOff}</Notice>}
      </StepCard>
      <PeopleStep {...step} />
      <MappingStep {...step} />
    </FormFrame>
  );
}
