import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/field.tsx';
import { Notice } from '../../parts/notice.tsx';
import { useUnsaved } from '../../parts/use-unsaved.ts';

interface AllowedOriginsProps {
  readonly origins: readonly string[];
  readonly busy: boolean;
  readonly onChange: (origins: readonly string[]) => void;
}

export function AllowedOrigins({ origins, busy, onChange }: AllowedOriginsProps): VNode {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  useUnsaved(text.trim() !== '', 'The address that you typed is not added yet.');
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const origin = originIn(text);
    if (origin === undefined) return setProblem('Write an address such as https://app.example.com.');
    setProblem(undefined);
    setText('');
    if (!origins.includes(origin)) onChange([...origins, origin]);
  };
  return (
    <section class="card">
      <div>
        <h2>Pages that may show embeds</h2>
        <p class="muted">Browsers refuse to show an embed in any other page.</p>
      </div>
      {origins.length === 0 ? (
        <Notice tone="warning" title="Any page may show your embeds">
          They still need a token. Add the addresses of your own application to close this.
        </Notice>
      ) : (
        <ul class="origins">
          {origins.map((origin) => (
            <li key={origin}>
              <span class="mono">{origin}</span>
              <IconButton
                icon="close"
                label={`Remove ${origin}`}
                disabled={busy}
                onPress={() => onChange(origins.filter((other) => other !== origin))}
              />
            </li>
          ))}
        </ul>
      )}
      <form class="stack-tight" onSubmit={add}>
        <Field label="Address of a page" hint="Only its beginning counts: https, host and port.">
          <input
            class="input mono"
            placeholder="https://app.example.com"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        {problem && <Notice tone="bad">{problem}</Notice>}
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
  return URL.canParse(address) && trimmed !== '' ? new URL(address).origin : undefined;
}
