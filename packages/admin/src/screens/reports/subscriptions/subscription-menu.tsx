import type { Subscription } from '@inlay/content/subscription';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { openMenu } from '@inlay/ui/overlays/menu';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { asApiError } from '../../../api/api-error.ts';
import { useMessages } from '../../../messages.ts';
import { can } from '../../../session/can.ts';
import { canPreview } from './can-preview.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { useSubscriptionActions } from './use-subscription-actions.ts';

/** What can be done with a row of the list. */
export function SubscriptionMenu({ subscription }: { readonly subscription: Subscription }): VNode {
  const { actions: t, list } = useMessages('reportAdmin');
  const { setPaused, run, remove } = useSubscriptionActions(subscription);
  const [open, setOpen] = useState<'preview' | 'delete'>();
  const close = () => setOpen(undefined);
  const { title, kind, status } = subscription;
  const label = list.more({ title });
  const start = (work: Promise<void>) =>
    void work.catch((error: unknown) => showToast(asApiError(error).message, 'bad'));
  const showMenu = (button: HTMLButtonElement) =>
    openMenu(button, label, [
      ...(canPreview() ? [{ label: t.preview, onChoose: () => setOpen('preview') }] : []),
      ...(status === 'ended' || !can('reports:write')
        ? []
        : [
            { label: kind === 'alert' ? t.check : t.send, onChoose: () => start(run()) },
            status === 'paused'
              ? { label: t.resume, onChoose: () => start(setPaused(false)) }
              : { label: t.pause, onChoose: () => start(setPaused(true)) },
          ]),
      ...(can('reports:write')
        ? [
            {
              label: t.delete,
              apart: status !== 'ended' || canPreview(),
              onChoose: () => setOpen('delete'),
            },
          ]
        : []),
    ]);
  return (
    <>
      <IconButton icon="more" label={label} opens="menu" onClick={(event) => showMenu(event.currentTarget)} />
      {open === 'preview' && <PreviewDialog subscription={subscription} onClose={close} />}
      {open === 'delete' && <DeleteDialog subscription={subscription} onConfirm={remove} onClose={close} />}
    </>
  );
}
