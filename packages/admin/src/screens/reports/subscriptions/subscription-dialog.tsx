import type { Subscription } from '@inlay/content/subscription';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/controls/button';
import { Notice } from '@inlay/ui/layout/notice';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { embedQuery } from '../../../api/common-queries.ts';
import { useNamed } from '../../../api/named.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { useTask } from '../../../parts/form/use-task.ts';
import { RecordDialog } from '../../../parts/page/record-dialog.tsx';
import { Breakable } from '../../../parts/text/breakable.tsx';
import { Link } from '../../../parts/text/link.tsx';
import { fullTime } from '../../../parts/text/moment.tsx';
import { can } from '../../../session/can.ts';
import { DeliveryItems } from '../deliveries/delivery-items.tsx';
import { Facts } from '../facts.tsx';
import { deliveriesOf, destinationQuery, subscriptionQuery } from '../queries.ts';
import { scheduleText } from '../schedule-text.ts';
import { StatusBadge } from '../state-badge.tsx';
import { canPreview } from './can-preview.ts';
import { conditionText } from './condition-text.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { useSubscriptionActions } from './use-subscription-actions.ts';

interface SubscriptionDialogProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** What a viewer has sent to them, when, and how it went. */
export function SubscriptionDialog({ id, onClose, onDeleted }: SubscriptionDialogProps): VNode {
  const t = useMessages('reportAdmin').subscription;
  const query = useQuery(subscriptionQuery(id));
  return (
    <RecordDialog query={query} title={query.data?.title ?? t.title} lines={8} onClose={onClose}>
      {(subscription) => (
        <>
          <State subscription={subscription} />
          <Actions subscription={subscription} onDeleted={onDeleted} />
          <Details subscription={subscription} />
          <Deliveries id={id} />
        </>
      )}
    </RecordDialog>
  );
}

interface SubscriptionProps {
  readonly subscription: Subscription;
}

function State({ subscription: { status, kind, reason } }: SubscriptionProps): VNode {
  const t = useMessages('reportAdmin');
  return (
    <>
      <div class="ui-row">
        <StatusBadge status={status} />
        <span class="ui-muted">{t.kinds[kind]}</span>
      </div>
      {status === 'ended' && (
        <Notice tone="neutral" title={t.subscription.ended}>
          {reason !== null && t.reasons[reason]}
        </Notice>
      )}
    </>
  );
}

function Actions({
  subscription,
  onDeleted,
}: SubscriptionProps & { readonly onDeleted: () => void }): VNode | null {
  const t = useMessages('reportAdmin').actions;
  const { setPaused, run, remove } = useSubscriptionActions(subscription);
  const task = useTask();
  const [open, setOpen] = useState<'preview' | 'delete'>();
  const close = () => setOpen(undefined);
  const { kind, status } = subscription;
  const isPaused = status === 'paused';
  const canWrite = can('reports:write');
  if (!canWrite && !canPreview()) return null;
  return (
    <>
      <div class="ui-row">
        {canPreview() && <Button onClick={() => setOpen('preview')}>{t.preview}</Button>}
        {canWrite && status !== 'ended' && (
          <>
            <Button disabled={task.busy} onClick={() => void task.run(run)}>
              {kind === 'alert' ? t.check : t.send}
            </Button>
            <Button disabled={task.busy} onClick={() => void task.run(() => setPaused(!isPaused))}>
              {isPaused ? t.resume : t.pause}
            </Button>
          </>
        )}
        {canWrite && (
          <Button variant="danger" disabled={task.busy} onClick={() => setOpen('delete')}>
            {t.delete}
          </Button>
        )}
      </div>
      {task.error && <Notice tone="bad">{task.error.message}</Notice>}
      {open === 'preview' && <PreviewDialog subscription={subscription} onClose={close} />}
      {open === 'delete' && (
        <DeleteDialog
          subscription={subscription}
          onClose={close}
          onConfirm={async () => {
            await remove();
            onDeleted();
          }}
        />
      )}
    </>
  );
}

function Details({ subscription }: SubscriptionProps): VNode {
  const { subscription: t, schedules, formats, conditions } = useMessages('reportAdmin');
  const workspaces = useNamed('workspaces');
  const { username, workspaceId, schedule, nextAt, format, alert, endsAt, createdAt } = subscription;
  const workspace = workspaces.find(({ id }) => id === workspaceId)?.name ?? workspaceId;
  return (
    <Facts
      facts={[
        [t.viewer, <Breakable key="viewer" text={username} />],
        [t.workspace, workspace],
        [t.embed, <EmbedLink key="embed" subscription={subscription} />],
        alert && [t.condition, conditionText(conditions, alert)],
        [t.schedule, scheduleText(schedules, schedule)],
        [t.timeZone, schedule.timeZone],
        nextAt !== null && [t.next, fullTime(nextAt)],
        [t.format, formats[format]],
        [t.to, <Recipients key="to" subscription={subscription} />],
        endsAt !== null && [t.endsAt, fullTime(endsAt)],
        [t.created, fullTime(createdAt)],
      ]}
    />
  );
}

function EmbedLink({ subscription: { embedId, tileId, content } }: SubscriptionProps): VNode {
  const { contents, subscription: t } = useMessages('reportAdmin');
  const embed = useQuery(can('content:read') ? embedQuery(embedId) : undefined).data;
  const isTileOf = tileId !== null && content.kind !== 'tile';
  const part = isTileOf ? t.oneTile({ content: contents[content.kind] }) : contents[content.kind];
  return (
    <>
      <Link to={`/embeds/${encodeURIComponent(embedId)}`}>{embed ? titleOutline(embed.title) : embedId}</Link>{' '}
      <span class="ui-muted">({part})</span>
    </>
  );
}

function Recipients({ subscription: { to } }: SubscriptionProps): VNode {
  const t = useMessages('reportAdmin').destinations;
  const destination = useQuery(to.kind === 'destination' ? destinationQuery(to.id) : undefined).data;
  if (to.kind === 'email') return <Breakable text={to.recipients.join(', ')} />;
  return <Link to={`/reports/destinations/${encodeURIComponent(to.id)}`}>{destination?.name ?? t.one}</Link>;
}

function Deliveries({ id }: { readonly id: string }): VNode {
  const t = useMessages('reportAdmin').subscription;
  const deliveries = useQuery(deliveriesOf(id));
  return (
    <>
      <h3>{t.deliveries}</h3>
      <DeliveryItems query={deliveries} label={t.deliveries} none={t.noDeliveries} />
    </>
  );
}
