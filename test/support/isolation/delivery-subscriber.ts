import assert from 'node:assert/strict';
import type { Delivery } from '@inlay/content/subscription';
import type { Channel, DeliveryWorld, Receiver } from './delivery-world.ts';
import { send } from './isolation-attack.ts';
import type { Viewer } from './isolation-shop.ts';

/** What somebody subscribes to. */
export type Wanted = readonly [content: string, body: object, channel?: Channel];

export interface Subscribed {
  readonly id: string;
  readonly wanted: Wanted;
  readonly receiver: Receiver;
}

export interface Sent {
  readonly deliveries: readonly Delivery[];
  /** All of each, readable. */
  readonly messages: readonly string[];
}

/** Not before a test ends: an administrator sends it. */
const NIGHTLY = { every: 'day', at: '23:30', timeZone: 'UTC' };

/** Subscriptions of the viewers of one tenant, one after the other. */
export interface Subscriber {
  subscribe(viewer: Viewer, wanted: Wanted): Promise<Subscribed>;
  subscribeAll(viewer: Viewer, all: readonly Wanted[]): Promise<readonly Subscribed[]>;
  /** What is sent now. */
  next(subscribed: Subscribed): Promise<Sent>;
  /** The same for several at once. */
  nextOfAll(all: readonly Subscribed[]): Promise<readonly (Sent & Pick<Subscribed, 'wanted'>)[]>;
  remove(all: readonly Subscribed[]): Promise<void>;
  /** As an administrator. */
  read<Body = Record<string, unknown>>(path: string): Promise<Body>;
  change(path: string, body: object): Promise<void>;
  publish(path: string, body?: object): Promise<void>;
}

export function deliverySubscriber(world: () => DeliveryWorld): Subscriber {
  let count = 0;
  const admin = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
    const { status, body: replied } = await world().admin<Body>('demo', method, path, body);
    assert.ok(status < 300, `${method} ${path}: ${JSON.stringify(replied)}`);
    return replied;
  };
  const subscribe: Subscriber['subscribe'] = async (viewer, wanted) => {
    const [content, body, channel = 'email'] = wanted;
    count += 1;
    const { shop } = world();
    // Within the limit per minute.
    shop.wait(1000);
    const receiver = await world().receiver('demo', channel, `${viewer}-${count}`);
    const { status, text } = await send(shop, ['demo', viewer], {
      path: `${content}/subscriptions`,
      body: { title: 'Nightly', format: 'message', schedule: NIGHTLY, to: receiver.to, ...body },
    });
    assert.equal(status, 201, `${JSON.stringify(wanted)} ${text}`);
    return { id: JSON.parse(text).id, wanted, receiver };
  };
  const nextOfAll: Subscriber['nextOfAll'] = async (all) => {
    const before = all.map(({ receiver }) => receiver.received().length);
    const deliveries = await world().run(
      'demo',
      all.map(({ id }) => id),
    );
    return all.map(({ wanted, receiver }, index) => ({
      wanted,
      deliveries: deliveries[index] ?? [],
      messages: receiver.received().slice(before[index]),
    }));
  };
  return {
    subscribe,
    subscribeAll: async (viewer, all) => {
      const subscribed: Subscribed[] = [];
      for (const wanted of all) subscribed.push(await subscribe(viewer, wanted));
      return subscribed;
    },
    next: async (one) => (await nextOfAll([one]))[0] ?? assert.fail(),
    nextOfAll,
    remove: async (all) => {
      for (const { id, receiver } of all) {
        await admin('DELETE', `subscriptions/${id}`);
        await receiver.remove();
      }
    },
    read: (path) => admin('GET', path),
    change: (path, body) => admin('PATCH', path, body),
    publish: async (path, body) => {
      if (body) await admin('PATCH', path, body);
      await admin('POST', `${path}/publish`);
    },
  };
}
