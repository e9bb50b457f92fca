import { Button } from '@inlay/ui/controls/button';
import type { Form } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import { SaveBar } from '@inlay/ui/layout/save-bar';
import type { ComponentChildren, VNode } from 'preact';
import { useMessages } from '../../../../messages.ts';

interface FormFrameProps {
  readonly form: Pick<Form<object>, 'props' | 'error' | 'isDirty' | 'busy' | 'submit' | 'reset'>;
  readonly isNew: boolean;
  /** The first steps: everything that is known before a sign-in can be tested. */
  readonly children: ComponentChildren;
}

/** The form of a provider, which creates it or saves changes. */
export function FormFrame({ form, isNew, children }: FormFrameProps): VNode {
  const t = useMessages('providers');
  return (
    <form class="ui-stack" {...form.props}>
      {children}
      {form.error && <Notice tone="bad">{form.error}</Notice>}
      {isNew ? (
        <div class="ui-row ui-end">
          <Button variant="primary" type="submit" busy={form.busy}>
            {t.create}
          </Button>
        </div>
      ) : (
        form.isDirty && <SaveBar busy={form.busy} onSave={() => void form.submit()} onDiscard={form.reset} />
      )}
    </form>
  );
}
