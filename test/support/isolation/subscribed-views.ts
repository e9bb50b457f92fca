import { canary, secretNumber } from './isolation-shop-data.ts';

const filtered = (filters: object) => ({ filters });

/** Filters on what belongs to others, and on columns that mallory sees masked or not at all. */
const filters = [
  filtered({ status: canary('demo', 'status', 5) }),
  filtered({ region: ['north', canary('demo', 'region', 5)] }),
  filtered({ segment: canary('demo', 'segment', 3) }),
  filtered({ sum: { from: secretNumber('demo', 20), to: secretNumber('demo', 26) } }),
  filtered({ note: canary('demo', 'note', 1) }),
  filtered({ card: canary('demo', 'card', 1) }),
  filtered({ pay: { from: secretNumber('demo', 12) } }),
  filtered({ email: canary('demo', 'email', 1) }),
  filtered({ badge: canary('demo', 'badge', 1) }),
];

/** Subscriptions to the board, as somebody left it who tries to see what belongs to others. */
export const SUBSCRIBED_VIEWS: readonly { readonly tileId: string; readonly state: object }[] = [
  ...['open', 'total'].flatMap((tileId) => filters.map((state) => ({ tileId, state }))),
  { tileId: 'open', state: { tiles: { open: { measure: 'payroll' } } } },
  { tileId: 'open', state: { tiles: { open: { measure: 'notes' } } } },
  { tileId: 'open', state: { drill: { open: { id: 'wide', path: [canary('demo', 'status', 5)] } } } },
  { tileId: 'open', state: { drill: { open: { id: 'deep', path: ['open'] } } } },
];
