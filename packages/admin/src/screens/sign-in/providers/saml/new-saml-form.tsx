import {
  type IdentityProvider,
  type NewSamlProvider,
  NewSamlProviderSchema,
} from '@inlay/protocol/identity-provider';
import { samlAddresses } from '@inlay/protocol/provider-addresses';
import { useForm } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { api } from '../../../../api/api.ts';
import { useMessages } from '../../../../messages.ts';
import { withId } from '../../../../parts/form/id-field.tsx';
import { FormFrame } from '../form/form-frame.tsx';
import { PeopleStep } from '../form/people-step.tsx';
import { RegisterStep } from '../form/register-step.tsx';
import { MappingStep } from '../mapping/mapping-step.tsx';
import { SAML } from '../presets.ts';
import { StepCard } from '../step-card.tsx';
import { MetadataField } from './metadata-field.tsx';
import { SamlRegistration } from './saml-registration.tsx';

interface NewSamlFormProps {
  readonly onSaved: (provider: IdentityProvider) => void;
}

/** The settings of a new provider with SAML. */
export function NewSamlForm({ onSaved }: NewSamlFormProps): VNode {
  const { connect, saml: t } = useMessages('providers');
  const { identifier } = useMessages('admin').parts;
  const form = useForm({
    schema: NewSamlProviderSchema,
    initial: NEW,
    save: (values) => api.post('/identity-providers', { body: withId(values, values.name) }),
    onSaved,
  });
  const { id } = withId(form.values, form.values.name);
  const step = { form, preset: SAML };
  return (
    <FormFrame form={form} isNew>
      <RegisterStep {...step} identifier={form.field('id', { label: identifier })}>
        <SamlRegistration addresses={id ? samlAddresses(location.origin, id) : undefined} />
      </RegisterStep>
      <StepCard step={2} title={connect.title} text={t.text}>
        <MetadataField form={form} field={form.field('metadata', { label: t.metadata })} />
      </StepCard>
      <PeopleStep {...step} />
      <MappingStep {...step} />
    </FormFrame>
  );
}

const NEW: NewSamlProvider = {
  kind: 'saml',
  name: SAML.label,
  metadata: '',
  logo: null,
  usernameClaim: SAML.usernameClaim,
  createUsers: false,
  linkByEmail: false,
  roles: [],
  groups: [],
  workspaces: [],
};
