import type { IdentityProvider } from '@inlay/protocol/identity-provider';
import { signInAddress } from '@inlay/protocol/provider-addresses';
import { CONFIRMED_MINUTES } from '@inlay/protocol/second-factor';
import { Button } from '@inlay/ui/controls/button';
import { isUnsaved } from '@inlay/ui/form/leave-guard';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../../api/api.ts';
import { useMessages } from '../../../messages.ts';
import { ConfirmButton } from '../../../parts/form/confirm-button.tsx';
import { useTask } from '../../../parts/form/use-task.ts';
import { LockOutWarning } from './lock-out.tsx';
import { presetOf } from './presets.ts';
import { StepCard } from './step-card.tsx';

interface SwitchStepProps {
  readonly provider: IdentityProvider;
  readonly onChanged: (provider: IdentityProvider) => void;
}

/** Decides whether the sign-in page offers the provider. */
export function SwitchStep({ provider, onChanged }: SwitchStepProps): VNode {
  const t = useMessages('providers').switch;
  const { id, name, isEnabled, isTested, linkByEmail } = provider;
  // Entra ID marks no address as verified, so that no account is linked.
  const isEntra = provider.kind === 'oidc' && presetOf(provider.issuer).key === 'entra';
  const canConnect = isEnabled && linkByEmail && !isEntra;
  const { busy, error, run } = useTask();
  const turn = async (on: boolean) => {
    onChanged(await api.patch('/identity-providers/{id}', { path: { id }, body: { isEnabled: on } }));
    showToast(on ? t.switchedOn({ name }) : t.switchedOff({ name }));
  };
  return (
    <StepCard
      step={6}
      title={t.title}
      text={isEnabled ? t.isOn({ name }) : isTested ? t.ready({ name }) : t.needsTest}
      action={
        isEnabled ? (
          <ConfirmButton
            label={t.off}
            title={t.offTitle({ name })}
            action={t.offAction}
            warning={<LockOutWarning without={id} />}
            onConfirm={() => turn(false)}
          >
            {t.offText}
          </ConfirmButton>
        ) : (
          <Button
            variant={isTested ? 'primary' : 'secondary'}
            busy={busy}
            disabled={!isTested || isUnsaved()}
            onClick={() => void run(() => turn(true))}
          >
            {t.on}
          </Button>
        )
      }
    >
      {canConnect && (
        <div class="ui-row">
          <p class="ui-small ui-muted">{t.connectText({ minutes: CONFIRMED_MINUTES })}</p>
          <a class="ui-button ui-button-secondary" href={signInAddress(id, location.pathname)}>
            {t.connect}
          </a>
        </div>
      )}
      {error && <Notice tone="bad">{error.message}</Notice>}
    </StepCard>
  );
}
