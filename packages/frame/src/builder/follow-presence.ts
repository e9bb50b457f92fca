import type { Heartbeat, Presence } from '@inlay/protocol/builder';
import type { BuilderApi } from './builder-api.ts';

const EVERY_MS = 15_000;

interface PresenceOptions {
  readonly doing: () => Heartbeat['doing'];
  readonly onHeard: (presence: Presence) => void;
}

/** Says that this page has a dashboard open, and hears who else has. A hidden page is quiet. */
export function followPresence(api: BuilderApi, id: string, { doing, onHeard }: PresenceOptions) {
  const session = crypto.randomUUID();
  const beat = async () => {
    if (document.visibilityState === 'hidden') return;
    // Nobody is kept from working because this was not heard.
    await api.presence(id, { session, doing: doing() }).then(onHeard, () => undefined);
  };
  const leave = () => void api.presence(id, { session, doing: 'left' }).catch(() => undefined);
  const timer = setInterval(beat, EVERY_MS);
  document.addEventListener('visibilitychange', beat);
  addEventListener('pagehide', leave);
  // The canvas comes first.
  const first = setTimeout(beat, 0);
  return {
    beat,
    stop: () => {
      clearTimeout(first);
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
      removeEventListener('pagehide', leave);
      leave();
    },
  };
}
