import type { EmbedSettings, Signature } from '@inlay/protocol/embed-settings';
import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { showToast } from '@inlay/ui/toast';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { useTask } from '../../parts/use-task.ts';
import { type Inspection, inspectKey } from './inspect-key.ts';
import { RevokeTick } from './revoke-tick.tsx';

interface FormProps {
  readonly signature: Signature | null;
  readonly onDone: (changed: EmbedSettings) => void;
}

/** Drop a file, paste, or make a pair; what the key is shows at once, before anything is sent. */
export function PublicKeyForm({ signature, onDone }: FormProps): VNode {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Inspection>();
  const [over, setOver] = useState(false);
  const [revoke, setRevoke] = useState(false);
  const [downloaded, setDownloaded] = useState(false);
  const saving = useTask();
  const making = useTask();
  useUnsaved(text.trim() !== '', 'The key is not registered yet.');

  useEffect(() => {
    let wanted = true;
    setFound(undefined);
    if (text.trim() !== '') void inspectKey(text).then((inspection) => wanted && setFound(inspection));
    return () => {
      wanted = false;
    };
  }, [text]);

  const readFile = async (file: File | undefined) => {
    if (file) setText(await file.text());
  };
  const make = () =>
    making.run(async () => {
      const pair = await generatePair(3072);
      download('inlay-private-key.pem', pair.privatePem);
      setText(pair.publicPem);
      setDownloaded(true);
    });
  const save = () =>
    saving.run(async () => {
      const body = { publicKey: text, revokeTokens: revoke };
      onDone(await ask<EmbedSettings>('PUT', 'embed-settings/public-key', body));
      setText('');
      setDownloaded(false);
      showToast('The key is registered.');
    });

  return (
    <div class="stack">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for a mouse only; the button below does the same */}
      <div
        class={over ? 'drop drop-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void readFile(event.dataTransfer?.files[0]);
        }}
      >
        <Field
          label={signature ? 'New public key' : 'Public key'}
          hint="PEM, certificate or JWK, RSA with at least 2048 bits."
        >
          <textarea
            class="ui-input"
            spellcheck={false}
            placeholder={'Drop a file here, or paste\n-----BEGIN PUBLIC KEY-----'}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <div class="row">
          <label class="ui-button">
            Choose a file
            <input
              class="ui-visually-hidden"
              type="file"
              accept=".pem,.pub,.key,.crt,.cer,.json,.jwk"
              onChange={(event) => void readFile(event.currentTarget.files?.[0])}
            />
          </label>
          <Button busy={making.busy} disabled={globalThis.crypto?.subtle === undefined} onClick={make}>
            {making.busy ? 'Generating …' : 'Generate a key pair'}
          </Button>
        </div>
      </div>
      {making.error && <Notice tone="bad">{making.error.message}</Notice>}
      {downloaded && (
        <Notice tone="good" title="The private key is in your downloads: inlay-private-key.pem">
          It was made in this browser and sent nowhere. Move it to your server and delete the download. The
          public key is filled in above: register it.
        </Notice>
      )}
      {found && <Found found={found} />}
      {signature && found && found.kind !== 'bad' && (
        <Notice tone="warning" title="This denies what was signed before">
          {signature.mode === 'jwks'
            ? 'Assertions are then checked with this key alone, and no longer with the key set. '
            : 'Assertions signed with the present key are refused from the next request on. '}
          Tokens that were already exchanged go on until they end.
        </Notice>
      )}
      {signature && <RevokeTick checked={revoke} onChange={setRevoke} />}
      {saving.error && <Notice tone="bad">{saving.error.message}</Notice>}
      <div class="row">
        <Button variant="primary" busy={saving.busy} disabled={!found || found.kind === 'bad'} onClick={save}>
          Register this key
        </Button>
      </div>
    </div>
  );
}

function Found({ found }: { readonly found: Inspection }): VNode {
  if (found.kind === 'bad') return <Notice tone="bad">{found.problem}</Notice>;
  if (found.kind === 'later') return <Notice tone="neutral">{found.note}</Notice>;
  return (
    <Notice tone="good" title={`A good key: RSA, ${found.bits} bits`}>
      <span class="fingerprint">{found.fingerprint}</span>
    </Notice>
  );
}

interface Pair {
  readonly publicPem: string;
  readonly privatePem: string;
}

/** Generates a key pair in this browser. The private key is saved to a file and nowhere else. */
async function generatePair(bits: number): Promise<Pair> {
  const pair = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-512',
      modulusLength: bits,
      publicExponent: new Uint8Array([1, 0, 1]),
    },
    true,
    ['sign', 'verify'],
  );
  return {
    publicPem: pem('PUBLIC KEY', await crypto.subtle.exportKey('spki', pair.publicKey)),
    privatePem: pem('PRIVATE KEY', await crypto.subtle.exportKey('pkcs8', pair.privateKey)),
  };
}

function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-pem-file' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function pem(label: string, der: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(der)));
  return `-----BEGIN ${label}-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END ${label}-----\n`;
}
