import {
  type IdentityProvider,
  type NewIdentityProvider,
  NewIdentityProviderSchema,
} from '@inlay/protocol/identity-provider';
import { Button } from '@inlay/ui/controls/button';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { SaveBar } from '@inlay/ui/layout/save-bar';
import type { VNode } from 'preact';
import { api } from '../../../../api/api.ts';
import { useMessages } from '../../../../messages.ts';
import { withId } from '../../../../parts/form/id-field.tsx';
import { PeopleStep } from '../form/people-step.tsx';
import { RegisterStep } from '../form/register-step.tsx';
import type { StepProps } from '../form/step-props.ts';
import { MappingStep } from '../mapping/mapping-step.tsx';
import type { Preset } from '../presets.ts';
import { ConnectStep } from './connect-step.tsx';

interface OidcFormProps extends Omit<StepProps, 'form'> {
  readonly onSaved: (provider: IdentityProvider) => void;
}

/** The first steps: everything that is known before a sign-in can be tested. */
export function OidcForm({ preset, provider, onSaved }: OidcFormProps): VNode {
  const t = useMessages('providers');
  const form = useForm({
    schema: NewIdentityProviderSchema,
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
  const step = { form, preset, provider };
  return (
    <form class="ui-stack" {...form.props}>
      <RegisterStep {...step} />
      <ConnectStep {...step} />
      <PeopleStep {...step} />
      <MappingStep {...step} />
      {form.error && <Notice tone="bad">{form.error}</Notice>}
      {provider ? (
        form.isDirty && <SaveBar busy={form.busy} onSave={() => void form.submit()} onDiscard={form.reset} />
      ) : (
        <div class="ui-row ui-end">
          <Button variant="primary" type="submit" busy={form.busy}>
            {t.create}
          </Button>
        </div>
      )}
    </form>
  );
}

const valuesOf = ({ label, issuer, isIssuerFixed, scopes, usernameClaim }: Preset): NewIdentityProvider => ({
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
