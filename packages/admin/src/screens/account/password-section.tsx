import { OwnPasswordChange } from '@inlay/protocol/user';
import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { asApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';
import { me } from '../../session/session.ts';
import { useBlock } from '../../session/use-block.tsx';

/** Changes the user's own password; this session continues. */
export function PasswordSection(): VNode {
  const t = useMessages('access').password;
  return (
    <section class="ui-card" aria-label={t.title}>
      <h2>{t.title}</h2>
      {me.value && <PasswordForm username={me.value.username} />}
    </section>
  );
}

const EMPTY = { currentPassword: '', newPassword: '' };

function PasswordForm({ username }: { readonly username: string }): VNode {
  const t = useMessages('access').password;
  const [isVisible, setVisible] = useState(false);
  const block = useBlock();
  const form = useForm({
    schema: OwnPasswordChange,
    initial: EMPTY,
    save: async (body) => {
      block.note();
      await api.post('/me/password', { body }).catch((thrown: unknown) => {
        const refused = asApiError(thrown);
        block.note(refused);
        throw refused;
      });
    },
    onSaved: () => {
      form.restart(EMPTY);
      showToast(t.done);
    },
  });
  const type = isVisible ? 'text' : 'password';
  return (
    <form class="ui-stack" method="post" {...form.props}>
      {/* Tells password managers which account this is. */}
      <input hidden readOnly name="username" autocomplete="username" value={username} />
      {block.notice(form.error)}
      <TextField
        {...form.field('currentPassword', { label: t.current })}
        type={type}
        autocomplete="current-password"
        autocapitalize="none"
      />
      <TextField
        {...form.field('newPassword', { label: t.new })}
        type={type}
        autocomplete="new-password"
        autocapitalize="none"
        hint={t.newHint}
      />
      <Checkbox label={t.show} checked={isVisible} onChange={setVisible} />
      <p class="ui-small ui-muted">{t.staysSignedIn}</p>
      <div class="ui-row">
        <Button variant="primary" type="submit" busy={form.busy} disabled={block.isOn}>
          {block.label(t.submit)}
        </Button>
      </div>
    </form>
  );
}
