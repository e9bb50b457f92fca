import { Button } from '@inlay/ui/button';
import { CopyButton } from '@inlay/ui/copy-button';
import { Dialog } from '@inlay/ui/dialog';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { Moment } from '../../parts/moment.tsx';
import { useTask } from '../../parts/use-task.ts';
import type { SettingsProps } from './settings-props.ts';

const graces = [
  [0, 'At once'],
  [3600, 'After 1 hour'],
  [86_400, 'After 1 day'],
  [604_800, 'After 7 days'],
] as const;

/** Specification 2.3: the secret is shown once. It lives in this component only, so a refresh ends it. */
export function SecretCard({ settings, answer }: SettingsProps): VNode {
  const [asking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [copied, setCopied] = useState(false);
  useUnsaved(secret !== undefined && !copied, 'The secret is shown this once, and it is not copied yet.');
  const { hasSecret, secretCreatedAt, formerSecretUntil } = settings;
  return (
    <section class="ui-card">
      <div class="ui-card-head">
        <div>
          <h2>Client secret</h2>
          <p class="muted">The password of your server at the token endpoint. We keep only a hash of it.</p>
        </div>
        <Button variant={hasSecret ? 'secondary' : 'primary'} onClick={() => setAsking(true)}>
          Re-generate secret
        </Button>
      </div>
      {secret === undefined ? (
        <p class="muted">
          {hasSecret && secretCreatedAt ? (
            <>
              Made <Moment at={secretCreatedAt} />. It cannot be shown again: if it is lost, make a new one.
            </>
          ) : (
            'There is none yet, so no token can be exchanged.'
          )}
        </p>
      ) : (
        <div class="secret">
          <strong>Copy the secret now. It is gone when you leave or refresh this page.</strong>
          <div class="secret-line">
            <output aria-label="Client secret">{secret}</output>
            <CopyButton
              text={secret}
              name="Client secret"
              variant="primary"
              onCopied={() => setCopied(true)}
            />
          </div>
          <p class="small">
            Keep it where your server reads secrets, such as the variable <code>INLAY_CLIENT_SECRET</code>.
          </p>
        </div>
      )}
      {formerSecretUntil && Date.parse(formerSecretUntil) > Date.now() && (
        <p class="small muted">
          The former secret still works and ends <Moment at={formerSecretUntil} />.
        </p>
      )}
      {asking && (
        <RegenerateDialog
          hasSecret={hasSecret}
          onClose={() => setAsking(false)}
          onDone={(made) => {
            setAsking(false);
            setSecret(made);
            setCopied(false);
            answer.reload();
          }}
        />
      )}
    </section>
  );
}

interface RegenerateProps {
  readonly hasSecret: boolean;
  readonly onClose: () => void;
  readonly onDone: (secret: string) => void;
}

function RegenerateDialog({ hasSecret, onClose, onDone }: RegenerateProps): VNode {
  const [grace, setGrace] = useState(0);
  const { busy, error, run } = useTask();
  const regenerate = () =>
    run(async () => {
      const body = grace === 0 ? {} : { graceSeconds: grace };
      onDone((await ask<{ secret: string }>('POST', 'embed-settings/secret', body)).secret);
    });
  return (
    <Dialog title={hasSecret ? 'Replace the client secret?' : 'Generate the client secret'} onClose={onClose}>
      {hasSecret ? (
        <>
          <Notice tone="warning" title="Servers that use the present secret will be refused">
            {grace === 0
              ? 'It stops working the moment you confirm. Embeds that are open go on until their tokens end.'
              : 'Put the new secret on all your servers before the present one ends.'}
          </Notice>
          <Field label="The present secret ends">
            <select
              class="ui-input ui-select"
              value={grace}
              onChange={(event) => setGrace(Number(event.currentTarget.value))}
            >
              {graces.map(([seconds, text]) => (
                <option key={seconds} value={seconds}>
                  {text}
                </option>
              ))}
            </select>
          </Field>
        </>
      ) : (
        <p>The secret is shown once. Have the place ready where your server will read it.</p>
      )}
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div class="row end">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant={hasSecret ? 'danger' : 'primary'} busy={busy} onClick={regenerate}>
          {hasSecret ? 'Replace the secret' : 'Generate the secret'}
        </Button>
      </div>
    </Dialog>
  );
}
