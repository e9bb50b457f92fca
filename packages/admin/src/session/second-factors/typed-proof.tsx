import { Button } from '@inlay/ui/controls/button';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { ApiError, asApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';
import { useBlock } from '../use-block.tsx';
import type { Post } from './post.ts';

export interface TypedProofProps {
  readonly field: 'password' | 'code' | 'recoveryCode';
  /** Takes the proof. */
  readonly url: string;
  readonly post: Post;
  /** For password managers. */
  readonly username?: string;
  /** What the button does, as a verb. */
  readonly action: string;
  readonly onDone: () => Promise<void>;
}

/** A password, or a code of the authenticator app or of recovery. */
export function TypedProof({ field, url, post, username, action, onDone }: TypedProofProps): VNode {
  const t = useMessages('signIn').proof;
  const { password } = useMessages('admin').signIn;
  const block = useBlock();
  const form = useForm<Record<string, string>, void>({
    initial: { [field]: '' },
    confirmLeave: false,
    save: async (proof) => {
      block.note();
      try {
        await post(url, proof);
      } catch (thrown) {
        const refused = asApiError(thrown);
        block.note(refused);
        form.set({ [field]: '' });
        if (refused.problems.length === 0) throw refused;
        // In the language of the page.
        throw new ApiError(400, refused.message, 0, [{ path: `/${field}`, problem: t.wrong[field] }]);
      }
      await onDone();
    },
  });
  const labels = { password, code: t.code, recoveryCode: t.recoveryCode };
  const control = form.field(field, { label: labels[field], required: true });
  useEffect(() => document.getElementById(control.id)?.focus(), []);
  return (
    <form class="ui-stack" method="post" {...form.props}>
      {username !== undefined && field === 'password' && (
        <input hidden readOnly name="username" autocomplete="username" value={username} />
      )}
      {block.notice(form.error)}
      {field === 'password' && <TextField {...control} type="password" autocomplete="current-password" />}
      {field === 'code' && (
        <TextField {...control} hint={t.codeHint} autocomplete="one-time-code" inputmode="numeric" mono />
      )}
      {field === 'recoveryCode' && (
        <TextField {...control} hint={t.recoveryCodeHint} autocapitalize="none" mono />
      )}
      <Button variant="primary" type="submit" busy={form.busy} disabled={block.isOn} wide>
        {block.label(action)}
      </Button>
    </form>
  );
}
