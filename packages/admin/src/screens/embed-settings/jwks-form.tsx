import type { EmbedSettings, Signature } from '@inlay/protocol/embed-settings';
import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { showToast } from '@inlay/ui/toast';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { useTask } from '../../parts/use-task.ts';
import { RevokeTick } from './revoke-tick.tsx';

interface FormProps {
  readonly signature: Signature | null;
  readonly onDone: (changed: EmbedSettings) => void;
}

/** The server reads the address at once; nothing changes unless it lists a key that can be used. */
export function JwksForm({ signature, onDone }: FormProps): VNode {
  const [url, setUrl] = useState(signature?.url ?? '');
  const [revoke, setRevoke] = useState(false);
  useUnsaved(url !== (signature?.url ?? ''), 'The address of the key set is not registered yet.');
  const { busy, error, run } = useTask();
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () => {
      const changed = await ask<EmbedSettings>('PUT', 'embed-settings/jwks', { url, revokeTokens: revoke });
      onDone(changed);
      const usable = changed.signature?.keys?.filter((key) => key.usable).length ?? 0;
      showToast(`The key set was read: ${usable} ${usable === 1 ? 'key' : 'keys'} can be used.`);
    });
  };
  return (
    <form class="stack" onSubmit={save}>
      <Field
        label="Address of the key set"
        hint="List the next key there before you sign with it, and you can change keys without a gap."
      >
        <input
          class="ui-input ui-mono"
          type="url"
          required
          placeholder="https://auth.example.com/.well-known/jwks.json"
          value={url}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
      </Field>
      {signature?.mode === 'public-key' && url !== '' && (
        <Notice tone="warning" title="This denies what was signed before">
          The uploaded key no longer counts, unless the key set lists it.
        </Notice>
      )}
      {signature && <RevokeTick checked={revoke} onChange={setRevoke} />}
      {error && (
        <Notice tone="bad" title="This key set cannot be used">
          {error.message}
        </Notice>
      )}
      <div class="row">
        <Button variant="primary" type="submit" busy={busy}>
          {busy
            ? 'Reading the key set …'
            : signature?.mode === 'jwks'
              ? 'Fetch now and save'
              : 'Fetch and register'}
        </Button>
      </div>
    </form>
  );
}
