import { type SignInSettings, SignInSettingsSchema } from '@inlay/protocol/sign-in';
import { Button } from '@inlay/ui/controls/button';
import { type Form, useForm } from '@inlay/ui/form/use-form';
import { Card } from '@inlay/ui/layout/card';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { showToast } from '@inlay/ui/overlays/toast';
import type { ComponentChildren, VNode } from 'preact';
import { api } from '../../api/api.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { Trouble } from '../../parts/page/trouble.tsx';
import { signInSettings } from './queries.ts';

interface SettingsSectionProps {
  readonly title: string;
  readonly text: string;
  readonly children: (form: Form<SignInSettings>) => ComponentChildren;
}

/** A card with some of the sign-in settings, which are saved together. */
export function SettingsSection({ title, text, children }: SettingsSectionProps): VNode {
  const { data, error, reload, replace } = useSnapshot(signInSettings);
  return (
    <Card title={title} text={text}>
      {error && <Trouble error={error} onRetry={reload} />}
      {!data && !error && <Skeleton lines={2} />}
      {data && (
        <SettingsForm settings={data} onSaved={replace}>
          {children}
        </SettingsForm>
      )}
    </Card>
  );
}

interface SettingsFormProps extends Pick<SettingsSectionProps, 'children'> {
  readonly settings: SignInSettings;
  readonly onSaved: (settings: SignInSettings) => void;
}

function SettingsForm({ settings, onSaved, children }: SettingsFormProps): VNode {
  const t = useMessages('access');
  const { actions, kit } = useMessages('admin');
  const form = useForm({
    schema: SignInSettingsSchema,
    initial: settings,
    save: (_, changes) => api.patch('/sign-in-settings', { body: changes }),
    onSaved: (saved) => {
      onSaved(saved);
      showToast(t.saved);
    },
  });
  return (
    <form class="ui-stack" {...form.props}>
      {children(form)}
      {form.error && (
        <Notice tone="bad" title={t.notSaved}>
          {form.error}
        </Notice>
      )}
      {form.isDirty && (
        <div class="ui-row">
          <Button variant="primary" type="submit" busy={form.busy}>
            {actions.save}
          </Button>
          <Button onClick={form.reset}>{kit.discard}</Button>
        </div>
      )}
    </form>
  );
}
