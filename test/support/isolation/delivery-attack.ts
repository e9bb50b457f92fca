import type { Channel, DeliveryWorld, Receiver } from './delivery-world.ts';
import {
  type Attack,
  comparable,
  described,
  type Reply,
  revealed,
  sampleOf,
  send,
} from './isolation-attack.ts';
import type { Viewer } from './isolation-shop.ts';
import { TENANTS, type Tenant } from './isolation-tables.ts';

/** A subscription of somebody, and all that is sent for it. */
export interface DeliveryAttack extends Pick<Attack, 'control'> {
  /** The embed, or a dashboard in it, below `/embed/api/v0/embeds/`. */
  readonly content: string;
  /** Of the subscription, but for its schedule and where it is sent. */
  readonly body: object;
  readonly channel?: Channel;
  /** Mallory gets a message too, about what is hers. */
  readonly arrives?: true;
}

/** So few that their destinations are within the limit of a workspace. */
const PORTION = 20;

/** Of each table, in the merge tier: messages take longer than responses. */
const SAMPLE = 8;

/** Sends all subscriptions of a table, and returns what is wrong, as `runAttacks` does. */
export async function runDeliveries(
  world: DeliveryWorld,
  table: readonly DeliveryAttack[],
): Promise<readonly string[]> {
  const attacks = sampleOf(table, SAMPLE);
  const problems: string[] = [];
  for (let from = 0; from < attacks.length; from += PORTION)
    problems.push(...(await runPortion(world, attacks.slice(from, from + PORTION))));
  return problems;
}

interface Outcomes {
  readonly attack: DeliveryAttack;
  readonly controls: readonly [Subscribed, Subscribed];
  readonly mallory: readonly [Subscribed, Subscribed];
}

async function runPortion(
  world: DeliveryWorld,
  attacks: readonly DeliveryAttack[],
): Promise<readonly string[]> {
  const schedule = world.soon();
  const all: Outcomes[] = [];
  for (const [index, attack] of attacks.entries()) {
    const inBoth = (viewer: Viewer) => {
      const [demo, acme] = TENANTS;
      const subscriber = { attack, viewer, name: `${viewer}-${index}`, schedule };
      return Promise.all([
        subscribe(world, { ...subscriber, tenant: demo }),
        subscribe(world, { ...subscriber, tenant: acme }),
      ]);
    };
    // Those with access come first, so that caches are filled.
    const controls = await inBoth(attack.control ?? 'officer');
    all.push({ attack, controls, mallory: await inBoth('mallory') });
  }
  await world.passDue();
  const problems: string[] = [];
  for (const each of all) problems.push(...(await problemsOf(world, each)));
  for (const { controls, mallory } of all)
    for (const each of [...controls, ...mallory]) await remove(world, each);
  return problems;
}

interface Subscribed {
  readonly tenant: Tenant;
  readonly viewer: Viewer;
  readonly receiver: Receiver;
  /** What it received from earlier subscriptions. */
  readonly before: number;
  readonly reply: Reply;
  /** Undefined if it was refused. */
  readonly id: string | undefined;
}

interface Subscribing extends Pick<Subscribed, 'tenant' | 'viewer'> {
  readonly attack: DeliveryAttack;
  readonly name: string;
  readonly schedule: object;
}

async function subscribe(
  world: DeliveryWorld,
  { attack: { content, body, channel = 'email' }, tenant, viewer, name, schedule }: Subscribing,
): Promise<Subscribed> {
  const receiver = await world.receiver(tenant, channel, name);
  const reply = await send(world.shop, [tenant, viewer], {
    path: `${content}/subscriptions`,
    body: { title: 'Daily', format: 'message', schedule, to: receiver.to, ...body },
  });
  const { id } = reply.status === 201 ? JSON.parse(reply.text) : {};
  return { tenant, viewer, receiver, before: receiver.received().length, reply, id };
}

async function remove({ admin }: DeliveryWorld, { tenant, receiver, id }: Subscribed): Promise<void> {
  if (id !== undefined) await admin(tenant, 'DELETE', `subscriptions/${id}`);
  await receiver.remove();
}

interface Outcome extends Reply {
  readonly viewer: Viewer;
  readonly messages: number;
}

/** The reply, what became of the subscription, and each message completely. */
async function readOutcome(
  world: DeliveryWorld,
  { tenant, viewer, receiver, before, reply, id }: Subscribed,
): Promise<Outcome> {
  const messages = receiver.received().slice(before);
  const deliveries = id === undefined ? [] : await world.deliveries(tenant, id);
  const text = [reply.text, JSON.stringify(deliveries), ...messages].join('\n');
  return { viewer, status: reply.status, text, messages: messages.length };
}

async function problemsOf(
  world: DeliveryWorld,
  { attack, controls, mallory }: Outcomes,
): Promise<readonly string[]> {
  const { content: path, body, control = 'officer', arrives } = attack;
  const read = ([demo, acme]: readonly [Subscribed, Subscribed]) =>
    Promise.all([readOutcome(world, demo), readOutcome(world, acme)]);
  const [others, own] = [await read(controls), await read(mallory)];
  const failed = [...others, ...own].find(({ status, text }) => status >= 500 || FAILED.test(text));
  const shown = revealed({ path, body }, others, comparableMessage);
  const learned = revealed({ path, body }, own, comparableMessage);
  return described(attack, [
    failed && `fails for ${failed.viewer} with ${failed.status} ${failed.text.slice(0, 600)}`,
    learned !== undefined && `shows mallory ${learned}`,
    arrives && own.some(({ messages }) => messages === 0) && `sends mallory nothing: ${own[0].text}`,
    // Where nobody gets anything secret, a leak could not be seen either.
    (shown === undefined || others.every(({ messages }) => messages === 0)) &&
      `sends the ${control} nothing: ${others[0].text.slice(0, 300)}`,
  ]);
}

/** Of deliveries, except those of a viewer without access, which are skipped; and 429 of too many requests. */
const FAILED = /"state":"(?:failed|unknown|waiting|working|sending)"|"statusCode":429/;

/** Without what differs between any two messages of the same moment: addresses, ids, tokens, signatures, boundaries. */
function comparableMessage(text: string): string {
  return comparable(text)
    .replaceAll(/(?:demo|acme)(?=\.customer\.example)|(?<="tenant":")(?:demo|acme)/g, '<tenant>')
    .replaceAll(/(?<=\/unsubscribe\/)[\w.-]+/g, '<token>')
    .replaceAll(/(?<=_NmP-)[0-9a-f]+/g, '<boundary>')
    .replaceAll(/(?<=inlay-signature: v1=)[0-9a-f]{64}/g, '<signature>');
}
