import type { EmbedSettings, TokenReport } from '@inlay/protocol/embed-settings';
import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { useTask } from '../../parts/use-task.ts';
import { TokenReportView } from './token-report-view.tsx';

/** Specification 5.2: whether a user context is complete or was truncated, and whether an exchange would work. */
export function CheckToken({ settings }: { readonly settings: EmbedSettings }): VNode {
  const [assertion, setAssertion] = useState('');
  const [report, setReport] = useState<TokenReport>();
  const { busy, error, run } = useTask();
  const check = (event: SubmitEvent) => {
    event.preventDefault();
    void run(async () =>
      setReport(await ask<TokenReport>('POST', 'embed-settings/check-token', { assertion })),
    );
  };
  return (
    <div class="stack">
      <section class="ui-card">
        <div>
          <h2>Check token</h2>
          <p class="muted">
            Paste an assertion that your server signed. You see every check of an exchange and what becomes of
            the context. Nothing is used up: the same assertion can be exchanged afterwards.
          </p>
        </div>
        {settings.signature === null && (
          <Notice tone="warning">No key is registered yet, so the signature cannot be checked.</Notice>
        )}
        <form class="stack" onSubmit={check}>
          <Field label="Assertion (JWT)">
            <textarea
              class="ui-input"
              spellcheck={false}
              required
              placeholder="eyJhbGciOiJSUzUxMiIsInR5cCI6IkpXVCJ9…"
              value={assertion}
              onInput={(event) => setAssertion(event.currentTarget.value)}
            />
          </Field>
          {error && <Notice tone="bad">{error.message}</Notice>}
          <div class="row">
            <Button variant="primary" type="submit" busy={busy}>
              Check token
            </Button>
          </div>
        </form>
      </section>
      {report && <TokenReportView report={report} />}
    </div>
  );
}
