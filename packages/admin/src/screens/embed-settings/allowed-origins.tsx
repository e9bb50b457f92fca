import { Button } from '@inlay/ui/controls/button';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../api/api.ts';
import { ApiError } from '../../api/api-error.ts';
import { useMessages } from '../../messages.ts';
import { useTask } from '../../parts/form/use-task.ts';
import type { SettingsProps } from './settings-props.ts';

export function AllowedOrigins({ settings, query }: SettingsProps): VNode {
  const t = useMessages('embedSettings').origins;
  const { allowedOrigins: origins } = settings;
  const removing = useTask();
  const save = async (allowedOrigins: readonly string[]) => {
    query.replace(await api.patch('/embed-settings', { body: { allowedOrigins } }));
    showToast(t.saved);
  };
  const form = useForm({
    initial: { origin: '' },
    save: async (values) => {
      const origin = originIn(values.origin);
      if (origin === undefined) throw new ApiError(400, '', 0, [{ path: '/origin', problem: t.invalid }]);
      await save([...new Set([...origins, origin])]);
    },
    onSaved: () => {
      form.restart({ origin: '' });
    },
  });
  const field = form.field('origin', { label: t.label, required: true });
  return (
    <section class="ui-card">
      <div>
        <h2>{t.title}</h2>
        {origins.length > 0 && <p class="ui-muted">{t.text}</p>}
      </div>
      {origins.length === 0 ? (
        <Notice tone="warning" title={t.anyTitle}>
          {t.anyText}
        </Notice>
      ) : (
        <ul class="ui-stack-tight origins">
          {origins.map((origin) => (
            <li key={origin}>
              <span class="ui-mono">{origin}</span>
              <IconButton
                icon="close"
                label={t.remove({ origin })}
                disabled={removing.busy}
                onClick={() => void removing.run(() => save(origins.filter((other) => other !== origin)))}
              />
            </li>
          ))}
        </ul>
      )}
      {removing.error && <Notice tone="bad">{removing.error.message}</Notice>}
      <form class="ui-stack-tight" {...form.props}>
        <TextField
          {...field}
          mono
          hint={t.hint}
          error={field.error ?? form.error}
          placeholder="https://app.example.com"
        />
        <div class="ui-row">
          <Button type="submit" busy={form.busy}>
            {t.add}
          </Button>
        </div>
      </form>
    </section>
  );
}

function originIn(text: string): string | undefined {
  const trimmed = text.trim();
  // A pattern such as https://*.example.com is not a URL; the server decides whether it is allowed.
  if (trimmed.includes('*')) return trimmed;
  const address = /^https?:\/\//.test(trimmed) ? trimmed : `https://${trimmed}`;
  // Browsers accept a space in a host, although no page can have it.
  if (/^$|\s/.test(trimmed) || !URL.canParse(address)) return undefined;
  return new URL(address).origin;
}
