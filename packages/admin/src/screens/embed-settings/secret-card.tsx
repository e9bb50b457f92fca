import { Button } from '@inlay/ui/controls/button';
import { CopyButton } from '@inlay/ui/controls/copy-button';
import { Select } from '@inlay/ui/controls/select';
import { useForm } from '@inlay/ui/form/use-form';
import { useUnsaved } from '@inlay/ui/form/use-unsaved';
import { Notice } from '@inlay/ui/layout/notice';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { Moment } from '../../parts/text/moment.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import type { SettingsProps } from './settings-props.ts';

/** Specification 2.3: the secret is shown once. It lives in this component only, so a refresh ends it. */
export function SecretCard({ settings, query }: SettingsProps): VNode {
  const t = useMessages('embedSettings').secret;
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [copied, setCopied] = useState(false);
  useUnsaved(secret !== undefined && !copied, t.notCopied);
  const { hasSecret, secretCreatedAt, formerSecretUntil } = settings;
  return (
    <section class="ui-card">
      <div class="ui-card-head">
        <div>
          <h2>{t.title}</h2>
          <p class="ui-muted">{t.text}</p>
        </div>
        <Button variant={hasSecret ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
          {t.regenerate}
        </Button>
      </div>
      {secret === undefined ? (
        <p class="ui-muted">
          {hasSecret && secretCreatedAt ? (
            <Rich text={t.created} parts={{ time: <Moment at={secretCreatedAt} /> }} />
          ) : (
            t.none
          )}
        </p>
      ) : (
        <div class="secret">
          <strong>{t.copyNow}</strong>
          <div class="secret-line">
            <output aria-label={t.title}>{secret}</output>
            <CopyButton text={secret} name={t.title} variant="primary" onCopied={() => setCopied(true)} />
          </div>
          <p class="ui-small">
            <Rich text={t.store} parts={{ variable: <code>INLAY_CLIENT_SECRET</code> }} />
          </p>
        </div>
      )}
      {formerSecretUntil && Date.parse(formerSecretUntil) > Date.now() && (
        <p class="ui-small ui-muted">
          <Rich text={t.former} parts={{ time: <Moment at={formerSecretUntil} /> }} />
        </p>
      )}
      {isOpen && (
        <RegenerateDialog
          hasSecret={hasSecret}
          onClose={() => setOpen(false)}
          onDone={(created) => {
            setOpen(false);
            setSecret(created);
            setCopied(false);
            query.reload();
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
  const { secret: t } = useMessages('embedSettings');
  const { actions } = useMessages('admin');
  const form = useForm({
    initial: { grace: '0' },
    confirmLeave: false,
    save: ({ grace }) => {
      const graceSeconds = Number(grace);
      return api.post('/embed-settings/secret', { body: graceSeconds === 0 ? {} : { graceSeconds } });
    },
    onSaved: ({ secret }) => onDone(secret),
  });
  return (
    <Dialog
      title={hasSecret ? t.replaceTitle : t.generateTitle}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{actions.cancel}</Button>
          <Button
            variant={hasSecret ? 'danger' : 'primary'}
            busy={form.busy}
            onClick={() => void form.submit()}
          >
            {hasSecret ? t.replace : t.generate}
          </Button>
        </>
      }
    >
      {hasSecret ? (
        <>
          <Notice tone="warning" title={t.replaceWarning}>
            {form.values.grace === '0' ? t.replaceNow : t.replaceLater}
          </Notice>
          <Select
            {...form.field('grace', { label: t.expires })}
            options={[
              { value: '0', label: t.expiresNow },
              { value: '3600', label: t.expiresHour },
              { value: '86400', label: t.expiresDay },
              { value: '604800', label: t.expiresWeek },
            ]}
          />
        </>
      ) : (
        <p>{t.shownOnce}</p>
      )}
      {form.error && <Notice tone="bad">{form.error}</Notice>}
    </Dialog>
  );
}
