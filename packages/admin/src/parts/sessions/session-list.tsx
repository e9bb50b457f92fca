import type { Session } from '@inlay/protocol/sign-in';
import { Badge } from '@inlay/ui/layout/badge';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { ItemList } from '../list/item-list.tsx';
import { Breakable } from '../text/breakable.tsx';
import { Moment } from '../text/moment.tsx';
import { Rich } from '../text/rich.tsx';
import { deviceName } from './device-name.ts';
import { EndSessionButton } from './end-session-button.tsx';

interface SessionListProps {
  readonly label: string;
  readonly sessions: readonly Session[];
  /** Ends a session other than the current one. Without it, the list is only shown. */
  readonly onEnd?: (id: string) => Promise<void>;
}

/** Sessions of a user, last used first. */
export function SessionList({ label, sessions, onEnd }: SessionListProps): VNode {
  return (
    <ItemList label={label}>
      {sessions.map((session) => (
        <SessionItem key={session.id} session={session} onEnd={onEnd} />
      ))}
    </ItemList>
  );
}

interface SessionItemProps {
  readonly session: Session;
  readonly onEnd: SessionListProps['onEnd'];
}

function SessionItem({ session, onEnd }: SessionItemProps): VNode {
  const t = useMessages('access').sessions;
  const { id, userAgent, ip, lastUsedAt, createdAt, isCurrent } = session;
  const device = useDeviceText(userAgent);
  return (
    <li>
      <div>
        <div class="ui-row">
          <strong title={userAgent ?? undefined}>
            <Breakable text={device} />
          </strong>
          {isCurrent && <Badge tone="good">{t.current}</Badge>}
        </div>
        <p class="ui-small ui-muted">{useMethodText(session)}</p>
        <p class="ui-small ui-muted">
          <Rich text={t.signedIn} parts={{ time: <Moment at={createdAt} /> }} />
          {ip !== null && <span class="ui-figures"> {t.from({ address: ip })}</span>}
          {' · '}
          <Rich text={t.lastUsed} parts={{ time: <Moment at={lastUsedAt} /> }} />
        </p>
      </div>
      {onEnd && !isCurrent && <EndSessionButton label={t.endOf({ device })} onEnd={() => onEnd(id)} />}
    </li>
  );
}

function useDeviceText(userAgent: string | null): string {
  const t = useMessages('access').sessions;
  const device = deviceName(userAgent);
  if (!device) return t.unknownDevice;
  const { browser, system } = device;
  return system === undefined ? browser : t.deviceOn({ browser, system });
}

function useMethodText({ method, secondFactor, provider }: Session): string {
  const t = useMessages('access').sessions;
  const name = t.methods[method];
  if (provider !== null) return t.withProvider({ method: name, provider });
  // A passkey is as good as two factors, and a provider decides about them itself.
  return method === 'password' && secondFactor ? t.withSecondFactor({ method: name }) : name;
}
