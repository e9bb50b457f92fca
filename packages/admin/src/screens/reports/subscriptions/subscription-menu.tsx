import type { Subscription } from '@inlay/content/subscription';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { openMenu } from '@inlay/ui/overlays/menu';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { asApiError } from '../../../api/api-error.ts';
import { useMessages } from '../../../messages.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { useSubscriptionActions } from './use-subscription-actions.ts';

/** What can be done with a row of the list. */
export function SubscriptionMenu({ subscription }: { readonly subscription: Subscription }): VNode {
  const { actions: t, list } = useMessages('reportAdmin');
  const { setPaused, run, remove } = useSubscriptionActions(subscription);
  const [isDeleting, setDeleting] = useState(false);
  const close = () => setDeleting(false);
  const { title, kind, status } = subscription;
  const label = list.more({ title });
  const start = (work: Promise<void>) =>
    void work.catch((error: unknown) => showToast(asApiError(error).message, 'bad'));
  const open = (button: HTMLButtonElement) =>
    openMenu(button, label, [
      ...(status === 'ended'
        ? []
        : [
            { label: kind === 'alert' ? t.check : t.send, onChoose: () => start(run()) },
            status === 'paused'
              ? { label: t.resume, onChoose: () => start(setPaused(false)) }
              : { label: t.pause, onChoose: () => start(setPaused(true)) },
          ]),
      { label: t.delete, apart: status !== 'ended', onChoose: () => setDeleting(true) },
    ]);
  return (
    <>
      <IconButton icon="more" label={label} opens="menu" onClick={(event) => open(event.currentTarget)} />
      {isDeleting && <DeleteDialog subscription={subscription} onConfirm={remove} onClose={close} />}
    </>
  );
}
