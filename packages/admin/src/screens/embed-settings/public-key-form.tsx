import type { EmbedAuthSettings, Signature } from '@inlay/protocol/embed-auth-settings';
import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { downloadText } from '../../parts/text/download-text.ts';
import { type Inspection, inspectKey, MIN_BITS } from './inspect-key.ts';

interface PublicKeyFormProps {
  readonly signature: Signature | null;
  readonly onDone: (changed: EmbedAuthSettings) => void;
}

const EMPTY = { publicKey: '', revokeTokens: false };
const FILE = 'inlay-private-key.pem';

/** Takes a dropped file, pasted text or a generated pair, and shows what the key is before it is sent. */
export function PublicKeyForm({ signature, onDone }: PublicKeyFormProps): VNode {
  const { publicKey: t, key } = useMessages('embedSettings');
  const [isOver, setOver] = useState(false);
  const [isDownloaded, setDownloaded] = useState(false);
  const generating = useTask();
  const form = useForm({
    initial: EMPTY,
    save: (body) => api.put('/embed-settings/public-key', { body }),
    onSaved: (changed) => {
      onDone(changed);
      form.restart(EMPTY);
      setDownloaded(false);
      showToast(t.done);
    },
  });
  const inspection = useInspection(form.values.publicKey);
  const readFile = async (file: File | undefined) => {
    if (file) form.set({ publicKey: await file.text() });
  };
  const generate = () =>
    generating.run(async () => {
      const pair = await generatePair(3072);
      downloadText(FILE, pair.privatePem, 'application/x-pem-file');
      form.set({ publicKey: pair.publicPem });
      setDownloaded(true);
    });
  const isUsable = inspection !== undefined && inspection.kind !== 'bad';
  return (
    <form class="ui-stack" {...form.props}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: for a mouse only; the button below does the same */}
      <div
        class={isOver ? 'drop drop-over' : 'drop'}
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
        <TextField
          {...form.field('publicKey', { label: signature ? t.new : key.publicKey })}
          mono
          lines={6}
          hint={t.hint}
          placeholder={`${t.placeholder}\n-----BEGIN PUBLIC KEY-----`}
        />
        <div class="ui-row">
          <label class="ui-button">
            {t.chooseFile}
            <input
              class="ui-visually-hidden"
              type="file"
              accept=".pem,.pub,.key,.crt,.cer,.json,.jwk"
              onChange={(event) => void readFile(event.currentTarget.files?.[0])}
            />
          </label>
          <Button
            busy={generating.busy}
            disabled={globalThis.crypto?.subtle === undefined}
            onClick={generate}
          >
            {generating.busy ? t.generating : t.generate}
          </Button>
        </div>
      </div>
      {generating.error && <Notice tone="bad">{generating.error.message}</Notice>}
      {isDownloaded && (
        <Notice tone="good" title={t.downloaded({ file: FILE })}>
          {t.downloadedText}
        </Notice>
      )}
      {inspection && <InspectionNotice inspection={inspection} />}
      {signature && isUsable && (
        <Notice tone="warning" title={key.replaceWarning}>
          {signature.mode === 'jwks' ? t.replacesKeySet : t.replacesKey}
        </Notice>
      )}
      {signature && (
        <Checkbox {...form.field('revokeTokens', { label: key.revokeTokens })} hint={key.revokeTokensHint} />
      )}
      {form.error && <Notice tone="bad">{form.error}</Notice>}
      <div class="ui-row">
        <Button variant="primary" type="submit" busy={form.busy} disabled={!isUsable}>
          {t.register}
        </Button>
      </div>
    </form>
  );
}

/** What a key is, once it is known. */
function useInspection(publicKey: string): Inspection | undefined {
  const [inspection, setInspection] = useState<Inspection>();
  useEffect(() => {
    let isCurrent = true;
    setInspection(undefined);
    if (publicKey.trim() !== '')
      void inspectKey(publicKey).then((result) => isCurrent && setInspection(result));
    return () => {
      isCurrent = false;
    };
  }, [publicKey]);
  return inspection;
}

function InspectionNotice({ inspection }: { readonly inspection: Inspection }): VNode {
  const { publicKey: t } = useMessages('embedSettings');
  if (inspection.kind === 'later') return <Notice tone="neutral">{t[inspection.reason]}</Notice>;
  const bits = String(inspection.bits);
  if (inspection.kind === 'bad')
    return (
      <Notice tone="bad">
        {inspection.reason === 'tooShort'
          ? t.tooShort({ bits, min: String(MIN_BITS) })
          : t[inspection.reason]}
      </Notice>
    );
  return (
    <Notice tone="good" title={t.valid({ bits })}>
      <span class="ui-mono fingerprint">{inspection.fingerprint}</span>
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

function pem(label: string, der: ArrayBuffer): string {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(der)));
  return `-----BEGIN ${label}-----\n${base64.match(/.{1,64}/g)?.join('\n')}\n-----END ${label}-----\n`;
}
