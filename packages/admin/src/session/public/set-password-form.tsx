import type { PasswordLink } from '@inlay/protocol/password-link';
import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { asApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';
import { setPassword } from './password-links.ts';

interface SetPasswordFormProps {
  readonly link: PasswordLink;
  readonly token: string;
  /** The link ended in the meantime. */
  readonly onOver: () => void;
  readonly onDone: () => void;
}

export function SetPasswordForm({ link, token, onOver, onDone }: SetPasswordFormProps): VNode {
  const t = useMessages('signIn').newPassword;
  const [isVisible, setVisible] = useState(false);
  const form = useForm({
    initial: { newPassword: '' },
    confirmLeave: false,
    save: async ({ newPassword }) => {
      try {
        await setPassword(token, newPassword);
      } catch (thrown) {
        const refused = asApiError(thrown);
        if (refused.status === 404) onOver();
        throw refused;
      }
    },
    onSaved: onDone,
  });
  return (
    <form class="ui-stack" method="post" {...form.props}>
      {/* Tells password managers which account this is. */}
      <input hidden readOnly name="username" autocomplete="username" value={link.username} />
      {form.error && <Notice tone="bad">{form.error}</Notice>}
      <TextField
        {...form.field('newPassword', { label: t.label, required: true })}
        type={isVisible ? 'text' : 'password'}
        autocomplete="new-password"
        autocapitalize="none"
        hint={t.hint}
      />
      <Checkbox label={t.show} checked={isVisible} onChange={setVisible} />
      {link.purpose === 'reset' && <p class="ui-small ui-muted">{t.signsOut}</p>}
      <Button variant="primary" type="submit" busy={form.busy} wide>
        {t.submit}
      </Button>
    </form>
  );
}
