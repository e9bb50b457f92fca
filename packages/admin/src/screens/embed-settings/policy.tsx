import { Checkbox } from '@inlay/ui/controls/checkbox';
import { Select } from '@inlay/ui/controls/select';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { ConfirmButton } from '../../parts/form/confirm-button.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { AllowedOrigins } from './allowed-origins.tsx';
import type { SettingsProps } from './settings-props.ts';

const LIFETIMES = [900, 3600, 14_400, 28_800, 86_400];

export function Policy({ settings, query }: SettingsProps): VNode {
  return (
    <div class="ui-stack">
      <TokenPolicy settings={settings} query={query} />
      <AllowedOrigins settings={settings} query={query} />
      <RevokeAll />
    </div>
  );
}

/** Each change is saved at once, and reverted if that fails. */
function TokenPolicy({ settings, query }: SettingsProps): VNode {
  const t = useMessages('embedSettings').policy;
  const { replayProtection, maxTokenSeconds } = settings;
  const form = useForm({
    initial: { replayProtection, maxTokenSeconds },
    save: (_, body) => api.patch('/embed-settings', { body }),
    onSaved: query.replace,
  });
  const change = async (changes: Partial<typeof form.values>, done: string) => {
    form.set(changes);
    if (await form.submit()) showToast(done);
    else form.set({ replayProtection, maxTokenSeconds });
  };
  const { values } = form;
  return (
    <section class="ui-card">
      <h2>{t.tokens}</h2>
      {form.error && <Notice tone="bad">{form.error}</Notice>}
      <Checkbox
        label={t.replay}
        hint={<Rich text={t.replayHint} parts={{ claim: <code>jti</code> }} />}
        checked={values.replayProtection}
        disabled={form.busy}
        onChange={(isOn) => void change({ replayProtection: isOn }, isOn ? t.replayOn : t.replayOff)}
      />
      <Select
        label={t.lifetime}
        hint={t.lifetimeHint}
        disabled={form.busy}
        value={String(values.maxTokenSeconds)}
        options={[...new Set([values.maxTokenSeconds, ...LIFETIMES])]
          .sort((a, b) => a - b)
          .map((seconds) => ({ value: String(seconds), label: durationText(seconds, t) }))}
        onChange={(seconds) => void change({ maxTokenSeconds: Number(seconds) }, t.lifetimeSaved)}
      />
    </section>
  );
}

type PolicyMessages = ReturnType<typeof useMessages<'embedSettings'>>['policy'];

function durationText(seconds: number, t: PolicyMessages): string {
  if (seconds % 3600 === 0) return t.hours({ count: seconds / 3600 });
  return seconds % 60 === 0 ? t.minutes({ count: seconds / 60 }) : t.seconds({ count: seconds });
}

function RevokeAll(): VNode {
  const t = useMessages('embedSettings').policy;
  return (
    <section class="ui-card">
      <div class="ui-card-head">
        <div>
          <h2>{t.revoke}</h2>
          <p class="ui-muted">{t.revokeText}</p>
        </div>
        <ConfirmButton
          label={t.revoke}
          title={t.revokeTitle}
          action={t.revokeAction}
          onConfirm={async () => {
            await api.post('/embed-settings/revoke-tokens');
            showToast(t.revoked);
          }}
        >
          {t.revokeConfirm}
        </ConfirmButton>
      </div>
    </section>
  );
}
