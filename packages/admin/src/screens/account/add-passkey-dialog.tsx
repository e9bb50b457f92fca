import { PasskeyChangeSchema } from '@inlay/protocol/second-factor';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';
import { createPasskey, type NewPasskeyOptions } from '../../session/second-factors/passkeys.ts';
import { postInSession } from '../../session/second-factors/post.ts';
import { passkeyName } from './passkey-name.ts';

interface AddPasskeyDialogProps {
  readonly onClose: () => void;
  /** With recovery codes, if it is the first second factor. */
  readonly onAdded: (codes: readonly string[]) => void;
}

/** Names a passkey and lets the browser make it. */
export function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps): VNode {
  const t = useMessages('access').factors;
  return (
    <FormDialog
      title={t.addPasskey}
      action={t.continue}
      onClose={onClose}
      useFields={() =>
        useForm({
          schema: PasskeyChangeSchema,
          initial: { name: passkeyName() },
          save: async ({ name }) => {
            const options = await postInSession<NewPasskeyOptions>('/api/v0/me/passkeys/options');
            const response = await createPasskey(options);
            return api.post('/me/passkeys', { body: { name, response } });
          },
          onSaved: ({ recoveryCodes }) => onAdded(recoveryCodes),
        })
      }
    >
      {(form) => (
        <>
          <p>{t.addPasskeyText}</p>
          <TextField {...form.field('name', { label: t.name })} hint={t.nameHint} />
        </>
      )}
    </FormDialog>
  );
}
