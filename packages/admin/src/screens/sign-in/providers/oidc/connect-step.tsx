import type { NewOidcProvider, OidcProvider } from '@inlay/protocol/identity-provider';
import { TextField } from '@inlay/ui/controls/text-field';
import { TypedField } from '@inlay/ui/controls/typed-field';
import type { Form } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';
import type { OidcPreset } from '../presets.ts';
import { StepCard } from '../step-card.tsx';

interface ConnectStepProps {
  readonly form: Form<NewOidcProvider>;
  readonly preset: OidcPreset;
  readonly provider: OidcProvider | undefined;
}

/** What the provider gave to Inlay. */
export function ConnectStep({ form, preset, provider }: ConnectStepProps): VNode {
  const t = useMessages('providers').connect;
  const isStored = provider?.hasClientSecret === true;
  const { issuer, clientId } = form.values;
  // Other people sign in with another one of these.
  const switchesOff = provider?.isEnabled && (provider.issuer !== issuer || provider.clientId !== clientId);
  return (
    <StepCard step={2} title={t.title} text={t.text}>
      <TextField
        {...form.field('issuer', { label: t.issuer })}
        hint={t.issuerHints[preset.key]}
        placeholder={preset.issuer}
        mono
      />
      <div class="ui-two">
        <TextField {...form.field('clientId', { label: t.clientId })} mono />
        <TextField
          {...form.field('clientSecret', { label: t.secret })}
          type="password"
          autocomplete="new-password"
          optional={!isStored}
          hint={isStored ? t.secretSaved : t.secretHint}
        />
      </div>
      <TypedField
        {...form.field('scopes', { label: t.scopes })}
        hint={t.scopesHint}
        mono
        parse={(text) => text.split(/\s+/).filter(Boolean)}
        write={(scopes) => scopes.join(' ')}
      />
      {switchesOff && <Notice tone="warning">{t.switchesOff}</Notice>}
    </StepCard>
  );
}
