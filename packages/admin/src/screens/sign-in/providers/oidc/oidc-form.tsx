import {
  type IdentityProvider,
  type NewOidcProvider,
  NewOidcProviderSchema,
  type OidcProvider,
} from '@inlay/protocol/identity-provider';
import { oidcAddresses } from '@inlay/protocol/provider-addresses';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { useForm } from '@inlay/ui/form/use-form';
import { Values } from '@inlay/ui/layout/values';
import type { VNode } from 'preact';
import { api } from '../../../../api/api.ts';
import { useMessages } from '../../../../messages.ts';
import { withId } from '../../../../parts/form/id-field.tsx';
import { FormFrame } from '../form/form-frame.tsx';
import { PeopleStep } from '../form/people-step.tsx';
import { RegisterStep } from '../form/register-step.tsx';
import { MappingStep } from '../mapping/mapping-step.tsx';
import type { OidcPreset } from '../presets.ts';
import { ConnectStep } from './connect-step.tsx';

interface OidcFormProps {
  readonly preset: OidcPreset;
  readonly provider: OidcProvider | undefined;
  readonly onSaved: (provider: IdentityProvider) => void;
}

/** The settings of a provider with OpenID Connect. */
export function OidcForm({ preset, provider, onSaved }: OidcFormProps): VNode {
  const { register: t, people } = useMessages('providers');
  const { identifier } = useMessages('admin').parts;
  const form = useForm({
    schema: NewOidcProviderSchema,
    initial: provider ?? valuesOf(preset),
    // With each saved version, a typed secret is gone from the page.
    version: provider?.updatedAt,
    save: (values, { clientSecret, ...changes }) =>
      provider
        ? api.patch('/identity-providers/{id}', {
            path: { id: provider.id },
            // An empty field keeps the stored secret.
            body: clientSecret ? { ...changes, clientSecret } : changes,
          })
        : api.post('/identity-providers', { body: withId(values, values.name) }),
    onSaved,
  });
  const { id } = withId(form.values, form.values.name);
  const addresses = provider ?? (id && oidcAddresses(location.origin, id));
  const step = { form, preset };
  return (
    <FormFrame form={form} isNew={!provider}>
      <RegisterStep {...step} identifier={provider ? undefined : form.field('id', { label: identifier })}>
        {addresses && (
          <Values
            values={[
              [t.redirect, addresses.redirectUri],
              [t.postLogout, addresses.postLogoutRedirectUri],
              [t.backchannel, addresses.backchannelLogoutUri],
            ]}
          />
        )}
      </RegisterStep>
      <ConnectStep {...step} provider={provider} />
      <PeopleStep {...step}>
        <Checkbox {...form.field('signOutAtProvider')} label={people.signOut} hint={people.signOutHint} />
      </PeopleStep>
      <MappingStep {...step} />
    </FormFrame>
  );
}

const valuesOf = ({ label, issuer, isIssuerFixed, scopes, usernameClaim }: OidcPreset): NewOidcProvider => ({
  name: label,
  issuer: isIssuerFixed ? issuer : '',
  clientId: '',
  logo: null,
  scopes,
  usernameClaim,
  createUsers: false,
  linkByEmail: false,
  roles: [],
  groups: [],
  workspaces: [],
  signOutAtProvider: false,
});
