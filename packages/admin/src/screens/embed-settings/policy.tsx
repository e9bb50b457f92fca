import type { EmbedSettings } from '@inlay/protocol/embed-settings';
import { Button } from '@inlay/ui/button';
import { Checkbox } from '@inlay/ui/checkbox';
import { Dialog } from '@inlay/ui/dialog';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { useTask } from '../../parts/use-task.ts';
import { AllowedOrigins } from './allowed-origins.tsx';
import type { SettingsProps } from './settings-props.ts';

const lives = [
  [900, '15 minutes'],
  [3600, '1 hour'],
  [14_400, '4 hours'],
  [28_800, '8 hours'],
  [86_400, '24 hours'],
] as const;

export function Policy({ settings, answer }: SettingsProps): VNode {
  const task = useTask();
  // The choice is shown immediately and reverted if saving fails.
  const [chosen, setChosen] = useState<Partial<EmbedSettings>>({});
  const change = async (body: Partial<EmbedSettings>, done: string) => {
    setChosen(body);
    await task.run(async () => {
      answer.replace(await ask<EmbedSettings>('PATCH', 'embed-settings', body));
      showToast(done);
    });
    setChosen({});
  };
  const { maxTokenSeconds, replayProtection } = { ...settings, ...chosen };
  const known = lives.some(([seconds]) => seconds === maxTokenSeconds);
  return (
    <div class="stack">
      {task.error && <Notice tone="bad">{task.error.message}</Notice>}
      <section class="ui-card">
        <h2>Tokens</h2>
        <Checkbox
          label="Replay protection"
          hint={
            <>
              Every assertion can be exchanged once; it needs a <code>jti</code> of its own. Leave this on
              unless your server cannot make one.
            </>
          }
          checked={replayProtection}
          disabled={task.busy}
          onChange={(checked) =>
            void change(
              { replayProtection: checked },
              checked
                ? 'Every assertion works once.'
                : 'Assertions can be exchanged again until they expire.',
            )
          }
        />
        <Field
          label="Longest life of a token"
          hint="A token ends with its assertion (exp), and after this time at the latest."
        >
          <select
            class="ui-input ui-select"
            value={maxTokenSeconds}
            disabled={task.busy}
            onChange={(event) =>
              void change(
                { maxTokenSeconds: Number(event.currentTarget.value) },
                'New tokens live no longer than that.',
              )
            }
          >
            {!known && <option value={maxTokenSeconds}>{maxTokenSeconds} seconds</option>}
            {lives.map(([seconds, text]) => (
              <option key={seconds} value={seconds}>
                {text}
              </option>
            ))}
          </select>
        </Field>
      </section>
      <AllowedOrigins settings={settings} answer={answer} />
      <RevokeAll />
    </div>
  );
}

function RevokeAll(): VNode {
  const [asking, setAsking] = useState(false);
  const { busy, error, run } = useTask();
  const revoke = () =>
    run(async () => {
      await ask('POST', 'embed-settings/revoke-tokens');
      setAsking(false);
      showToast('All tokens are revoked.');
    });
  return (
    <section class="ui-card">
      <div class="ui-card-head">
        <div>
          <h2>Revoke all tokens</h2>
          <p class="muted">
            For an emergency: every embed of every viewer stops immediately, until your server exchanges new
            tokens.
          </p>
        </div>
        <Button variant="danger" onClick={() => setAsking(true)}>
          Revoke all tokens
        </Button>
      </div>
      {asking && (
        <Dialog title="Revoke all tokens?" onClose={() => setAsking(false)}>
          <p>Viewers who have an embed open see that their session ended. This cannot be undone.</p>
          {error && <Notice tone="bad">{error.message}</Notice>}
          <div class="row end">
            <Button onClick={() => setAsking(false)}>Cancel</Button>
            <Button variant="danger" busy={busy} onClick={revoke}>
              Revoke all
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
