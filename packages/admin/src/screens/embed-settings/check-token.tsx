import type { EmbedAuthSettings, TokenReport } from '@inlay/protocol/embed-auth-settings';
import { Button } from '@inlay/ui/controls/button';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useMessages } from '../../messages.ts';
import { TokenReportView } from './token-report-view.tsx';

/** Specification 5.2: whether a user context is complete or was truncated, and whether an exchange would work. */
export function CheckToken({ settings }: { readonly settings: EmbedAuthSettings }): VNode {
  const t = useMessages('embedSettings').check;
  const [report, setReport] = useState<TokenReport>();
  const form = useForm({
    initial: { assertion: '' },
    confirmLeave: false,
    save: (body) => api.post('/embed-settings/check-token', { body }),
    onSaved: setReport,
  });
  return (
    <div class="ui-stack">
      <section class="ui-card">
        <div>
          <h2>{t.title}</h2>
          <p class="ui-muted">{t.text}</p>
        </div>
        {settings.signature === null && <Notice tone="warning">{t.noKey}</Notice>}
        <form class="ui-stack" {...form.props}>
          <TextField
            {...form.field('assertion', { label: t.assertion, required: true })}
            mono
            lines={6}
            placeholder="eyJhbGciOiJSUzUxMiIsInR5cCI6IkpXVCJ9…"
          />
          {form.error && <Notice tone="bad">{form.error}</Notice>}
          <div class="ui-row">
            <Button variant="primary" type="submit" busy={form.busy}>
              {t.submit}
            </Button>
          </div>
        </form>
      </section>
      {report && <TokenReportView report={report} />}
    </div>
  );
}
