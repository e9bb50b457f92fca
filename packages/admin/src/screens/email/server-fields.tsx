import type { MailSettingsChange } from '@inlay/protocol/mail-settings';
import { NumberField } from '@inlay/ui/controls/number-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import type { Form } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

interface ServerFieldsProps {
  readonly form: Form<MailSettingsChange>;
  readonly hasPassword: boolean;
}

/** The tenant's own SMTP server. */
export function ServerFields({ form, hasPassword }: ServerFieldsProps): VNode {
  const t = useMessages('tenant').mail.server;
  const { encryption = 'starttls', username = null } = form.values;
  const port = form.field('port', { label: t.port, required: true });
  const password = form.field('password', { label: t.password });
  const isStored = hasPassword && password.error === undefined;
  return (
    <>
      <div class="host-port">
        <TextField
          {...form.field('host', { label: t.host, required: true })}
          mono
          placeholder="smtp.example.com"
        />
        <NumberField
          {...port}
          whole
          value={port.value ?? undefined}
          placeholder={encryption === 'tls' ? '465' : '587'}
          onChange={(value) => port.onChange(value ?? null)}
        />
      </div>
      <Select
        label={t.encryption}
        hint={encryption === 'none' && t.noneHint}
        value={encryption}
        options={(['starttls', 'tls', 'none'] as const).map((value) => ({ value, label: t[value] }))}
        onChange={(value) => form.set({ encryption: value })}
      />
      <div class="ui-two">
        <TextField
          {...form.field('username', { label: t.username })}
          mono
          hint={t.usernameHint}
          autocapitalize="none"
          optional
        />
        <TextField
          {...password}
          type="password"
          mono
          autocomplete="new-password"
          disabled={username === null}
          placeholder={isStored && username !== null ? '••••••••' : undefined}
          hint={isStored && username !== null && t.passwordStored}
        />
      </div>
      <TextField
        {...form.field('senderAddress', { label: t.senderAddress, required: true })}
        type="email"
        hint={t.senderAddressHint}
        placeholder="analytics@example.com"
      />
    </>
  );
}
