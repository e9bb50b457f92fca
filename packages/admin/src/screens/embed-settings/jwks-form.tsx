import type { EmbedAuthSettings, Signature } from '@inlay/protocol/embed-auth-settings';
import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';

interface JwksFormProps {
  readonly signature: Signature | null;
  readonly onDone: (changed: EmbedAuthSettings) => void;
}

/** The server fetches the key set at once; nothing changes unless it contains a usable key. */
export function JwksForm({ signature, onDone }: JwksFormProps): VNode {
  const { jwks: t, key } = useMessages('embedSettings');
  const form = useForm({
    initial: { url: signature?.url ?? '', revokeTokens: false },
    save: (body) => api.put('/embed-settings/jwks', { body }),
    onSaved: (changed) => {
      onDone(changed);
      form.restart({ url: changed.signature?.url ?? '', revokeTokens: false });
      showToast(t.done({ count: changed.signature?.keys?.filter(({ usable }) => usable).length ?? 0 }));
    },
  });
  const url = form.field('url', { label: t.url, required: true });
  return (
    <form class="ui-stack" {...form.props}>
      <TextField
        {...url}
        mono
        type="url"
        hint={t.hint}
        error={url.error ?? form.error}
        placeholder="https://auth.example.com/.well-known/jwks.json"
      />
      {signature?.mode === 'public-key' && form.values.url !== '' && (
        <Notice tone="warning" title={key.replaceWarning}>
          {t.replacesKey}
        </Notice>
      )}
      {signature && (
        <Checkbox {...form.field('revokeTokens', { label: key.revokeTokens })} hint={key.revokeTokensHint} />
      )}
      <div class="ui-row">
        <Button variant="primary" type="submit" busy={form.busy}>
          {form.busy ? t.fetching : signature?.mode === 'jwks' ? t.fetchAndSave : t.register}
        </Button>
      </div>
    </form>
  );
}
