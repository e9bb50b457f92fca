import {
  type MailSettings,
  type MailSettingsChange,
  MailSettingsChangeSchema,
} from '@inlay/protocol/mail-settings';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { SaveBar } from '@inlay/ui/layout/save-bar';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { ThemeField } from '../themes/theme-field.tsx';
import { LogoField } from './logo-field.tsx';
import { ServerFields } from './server-fields.tsx';

interface MailFormProps {
  readonly settings: MailSettings;
  readonly onSaved: (settings: MailSettings) => void;
  readonly onDirty: (isDirty: boolean) => void;
}

/** The mail server, and how emails look. The password is written, never read. */
export function MailForm({ settings, onSaved, onDirty }: MailFormProps): VNode {
  const { server, look, ...t } = useMessages('tenant').mail;
  const form = useForm({
    schema: MailSettingsChangeSchema,
    initial: settings as MailSettingsChange,
    save: async (values, changes) => {
      const body = changeOf(settings, values, changes);
      return Object.keys(body).length === 0 ? settings : api.patch('/mail-settings', { body });
    },
    onSaved: (saved) => {
      onSaved(saved);
      showToast(t.saved);
    },
  });
  useEffect(() => onDirty(form.isDirty), [form.isDirty]);
  const { useOwnServer = false } = form.values;
  const instance =
    settings.instanceSender === null ? server.nobody : server.instance({ address: settings.instanceSender });
  const { name: _, label: __, required: ___, ...theme } = form.field('theme', { label: look.theme });
  return (
    <form class="ui-stack" {...form.props}>
      {form.error && (
        <Notice tone="bad" title={t.notSaved}>
          {form.error}
        </Notice>
      )}
      <section class="ui-card" aria-label={server.title}>
        <h2>{server.title}</h2>
        <Select
          label={server.choice}
          value={useOwnServer ? 'own' : 'instance'}
          options={[
            { value: 'instance', label: instance },
            { value: 'own', label: server.own },
          ]}
          onChange={(choice) => form.set({ useOwnServer: choice === 'own' })}
        />
        {useOwnServer && <ServerFields form={form} hasPassword={settings.hasPassword} />}
      </section>
      <section class="ui-card" aria-label={look.title}>
        <h2>{look.title}</h2>
        <div class="ui-two">
          <TextField
            {...form.field('senderName', { label: look.senderName })}
            hint={look.senderNameHint}
            optional
          />
          <TextField
            {...form.field('replyTo', { label: look.replyTo })}
            type="email"
            hint={look.replyToHint}
            optional
          />
        </div>
        <ThemeField {...theme} none={look.firstTheme} />
        <p class="ui-small ui-muted">{look.themeHint}</p>
        <LogoField {...form.field('logo', { label: look.logo.label })} />
      </section>
      {form.isDirty && <SaveBar busy={form.busy} onSave={() => void form.submit()} onDiscard={form.reset} />}
    </form>
  );
}

/** An emptied password keeps the stored one; without a username, there is nothing to keep it for. */
export function changeOf(
  { hasPassword }: Pick<MailSettings, 'hasPassword'>,
  { username }: MailSettingsChange,
  { password, ...changes }: MailSettingsChange,
): MailSettingsChange {
  if (username === null && hasPassword) return { ...changes, password: null };
  return password ? { ...changes, password } : changes;
}
