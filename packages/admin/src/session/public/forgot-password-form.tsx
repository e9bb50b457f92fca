import { Button } from '@inlay/ui/controls/button';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiError, asApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';
import { Rich } from '../../parts/text/rich.tsx';
import { canReset, requestReset } from './password-links.ts';

interface ForgotPasswordFormProps {
  readonly before?: ComponentChildren;
}

/** Asks for a link. What it shows does not depend on whether there is such an account, which it cannot know. */
export function ForgotPasswordForm({ before }: ForgotPasswordFormProps): VNode {
  const t = useMessages('signIn').forgot;
  const [isAvailable, setAvailable] = useState<boolean>();
  const [sentTo, setSentTo] = useState<string>();
  const sent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // If it is not known, the request tells.
    canReset().then(setAvailable, () => setAvailable(true));
  }, []);
  // The button that had the focus is gone.
  useEffect(() => sent.current?.focus(), [sentTo]);
  const form = useForm({
    initial: { username: '' },
    confirmLeave: false,
    save: async ({ username }) => {
      await requestReset(username).catch((thrown: unknown) => {
        const refused = asApiError(thrown);
        throw refused.status === 429 ? new ApiError(429, t.tooMany) : refused;
      });
      setSentTo(username);
    },
  });
  const back = (
    <a class="ui-link" href="/admin">
      {t.back}
    </a>
  );
  return (
    <div class="ui-stack public-body">
      {before}
      {isAvailable === undefined && <Skeleton lines={2} />}
      {isAvailable === false && (
        <Notice tone="neutral" title={t.unavailableTitle}>
          {t.unavailable}
        </Notice>
      )}
      {isAvailable && sentTo === undefined && (
        <form class="ui-stack" method="post" {...form.props}>
          {form.error && <Notice tone="bad">{form.error}</Notice>}
          <TextField
            {...form.field('username', { label: t.name, required: true })}
            autocomplete="username"
            autocapitalize="none"
            maxLength={320}
          />
          <Button variant="primary" type="submit" busy={form.busy} wide>
            {t.submit}
          </Button>
        </form>
      )}
      {sentTo !== undefined && (
        <div ref={sent} class="ui-stack" tabIndex={-1}>
          <Notice tone="good" title={t.sentTitle}>
            <Rich text={t.sent} parts={{ name: <strong>{sentTo}</strong> }} />
          </Notice>
          <p class="ui-small ui-muted">{t.notComing}</p>
          <Button onClick={() => setSentTo(undefined)} wide>
            {t.again}
          </Button>
        </div>
      )}
      {back}
    </div>
  );
}
