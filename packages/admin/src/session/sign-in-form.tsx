import type { SignInStep } from '@inlay/protocol/second-factor';
import { Button } from '@inlay/ui/controls/button';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { asApiError } from '../api/api-error.ts';
import { useMessages } from '../messages.ts';
import { signIn } from './session.ts';
import { useBlock } from './use-block.tsx';

interface SignInFormProps {
  readonly username?: string | undefined;
  /** Fetches what the page behind needs as soon as there is a session. */
  readonly meanwhile?: (() => void) | undefined;
  readonly onNext: (step: SignInStep) => Promise<void>;
}

/** Username and password. While the username is blocked, it counts down the seconds. */
export function SignInForm({ username: known, meanwhile, onNext }: SignInFormProps): VNode {
  const t = useMessages('admin').signIn;
  const block = useBlock();
  const form = useForm({
    initial: { username: known ?? '', password: '' },
    confirmLeave: false,
    save: async ({ username, password }) => {
      block.note();
      try {
        const step = await signIn(username, password, meanwhile);
        if (step) await onNext(step);
      } catch (thrown) {
        const refused = asApiError(thrown);
        block.note(refused);
        form.set({ password: '' });
        document.getElementById(passwordField.id)?.focus();
        throw refused;
      }
    },
  });
  const passwordField = form.field('password', { label: t.password, required: true });
  return (
    // POST, because a form that the browser itself sends would put the password into the address.
    <form class="ui-stack" method="post" {...form.props}>
      {block.notice(form.error)}
      <TextField
        {...form.field('username', { label: t.username, required: true })}
        autocomplete="username"
        autocapitalize="none"
        readOnly={known !== undefined}
      />
      <TextField {...passwordField} type="password" autocomplete="current-password" />
      <Button variant="primary" type="submit" busy={form.busy} disabled={block.isOn} wide>
        {block.label(t.submit)}
      </Button>
    </form>
  );
}
