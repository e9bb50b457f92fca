import type { EmbedSettings } from '@inlay/protocol/embed-settings';
import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import { IconButton } from '@inlay/ui/icon-button';
import { Notice } from '@inlay/ui/notice';
import { showToast } from '@inlay/ui/toast';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { useTask } from '../../parts/use-task.ts';
import type { SettingsProps } from './settings-props.ts';

export function AllowedOrigins({ settings, answer }: SettingsProps): VNode {
  const { allowedOrigins: origins } = settings;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const { busy, error, run } = useTask();
  useUnsaved(text.trim() !== '', 'The address that you typed is not added yet.');
  const save = (allowedOrigins: readonly string[]) =>
    run(async () => {
      answer.replace(await ask<EmbedSettings>('PATCH', 'embed-settings', { allowedOrigins }));
      setText('');
      showToast('The allowed pages are saved.');
    });
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const origin = originIn(text);
    setProblem(origin === undefined ? 'Write an address such as https://app.example.com.' : undefined);
    if (origin !== undefined) void save([...new Set([...origins, origin])]);
  };
  return (
    <section class="ui-card">
      <div>
        <h2>Pages that may show embeds</h2>
        {origins.length > 0 && <p class="muted">Browsers refuse to show an embed in any other page.</p>}
      </div>
      {origins.length === 0 ? (
        <Notice tone="warning" title="Any page may show your embeds">
          They still need a token. Add the addresses of your own application to close this.
        </Notice>
      ) : (
        <ul class="origins">
          {origins.map((origin) => (
            <li key={origin}>
              <span class="ui-mono">{origin}</span>
              <IconButton
                icon="close"
                label={`Remove ${origin}`}
                disabled={busy}
                onClick={() => void save(origins.filter((other) => other !== origin))}
              />
            </li>
          ))}
        </ul>
      )}
      <form class="stack-tight" onSubmit={add}>
        <Field
          label="Address of a page"
          hint="Only its beginning counts: https, host and port."
          error={problem ?? error?.message}
        >
          <input
            class="ui-input ui-mono"
            placeholder="https://app.example.com"
            aria-invalid={(problem ?? error) !== undefined}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <div class="row">
          <Button type="submit" busy={busy}>
            Add
          </Button>
        </div>
      </form>
    </section>
  );
}

function originIn(text: string): string | undefined {
  const trimmed = text.trim();
  // A pattern such as https://*.example.com is no URL; whether it is allowed is the server's to say.
  if (trimmed.includes('*')) return trimmed;
  const address = /^https?:\/\//.test(trimmed) ? trimmed : `https://${trimmed}`;
  // A browser reads a space into a host that no page can have.
  if (/^$|\s/.test(trimmed) || !URL.canParse(address)) return undefined;
  return new URL(address).origin;
}
