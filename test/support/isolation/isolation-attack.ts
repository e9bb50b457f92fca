import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { readableFile } from '@inlay/server/cli/verify/readable-file';
import { assertDocumented } from '../http/assert-documented.ts';
import { isFullTier } from '../source/full-tier.ts';
import type { Shop, Viewer } from './isolation-shop.ts';
import { SECRETS } from './isolation-shop-data.ts';
import type { Tenant } from './isolation-tables.ts';

/** One request of somebody with a token. */
export interface Attack {
  readonly method?: string;
  /** After `/embed/api/v0/embeds/`, or an absolute path; below `/api/` it is sent as a user of the product. */
  readonly path: string;
  readonly body?: unknown;
  /** Fields of the form that opens a page; the token is added. */
  readonly form?: Readonly<Record<string, string>>;
  /** Who gets something that mallory must not get; by default an officer. */
  readonly control?: Viewer;
  /** Why nobody gets anything secret. */
  readonly harmless?: 'is refused' | 'matches nothing';
}

export interface Reply {
  readonly status: number;
  readonly text: string;
}

const agent = new Agent({ keepAlive: true });

/** On a busy machine a query may take longer than a page waits for it; the next page has its result. */
const MAX_TRIES = 5;

/** Sends it in the name of a viewer; `at` is the tenant whose host is asked. */
export async function send(
  shop: Shop,
  who: readonly [Tenant, Viewer],
  attack: Attack,
  at: Tenant = who[0],
): Promise<Reply> {
  for (let tries = 1; ; tries += 1) {
    const reply = await sendOnce(shop, who, attack, at);
    if (tries === MAX_TRIES || !attack.form || !reply.text.includes('data-state="pending"')) return reply;
  }
}

async function sendOnce(
  shop: Shop,
  [tenant, viewer]: readonly [Tenant, Viewer],
  { path, body, form, method = body === undefined && !form ? 'GET' : 'POST' }: Attack,
  at: Tenant,
): Promise<Reply> {
  const token = path.startsWith('/api/') ? shop.login(tenant, viewer) : shop.token(tenant, viewer);
  const { host } = shop.setups[at];
  const json = body === undefined ? undefined : JSON.stringify(body);
  const sent = form ? new URLSearchParams({ token, ...form }).toString() : json;
  const target = path.startsWith('/') ? path : `/embed/api/v0/embeds/${path}`;
  const outgoing = request(`${shop.inlay.url}${target}`, {
    agent,
    method,
    headers: {
      ...(host === undefined ? {} : { host }),
      ...(form ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined
        ? {}
        : {
            'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
            'content-length': Buffer.byteLength(sent),
          }),
      // Saved content changes with each attempt.
      'if-match': '*',
    },
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on('response', resolve).on('error', reject).end(sent);
  });
  const bytes = await buffer(response);
  const status = response.statusCode ?? 0;
  assertDocumented(method, target, status);
  return { status, text: readable(response.headers['content-type'] ?? '', bytes) };
}

function readable(type: string, bytes: Buffer): string {
  // The picture itself: it has to be the same in both tenants.
  if (type.startsWith('image/png')) return bytes.toString('base64');
  // Tiles arrive in the order in which they are finished.
  if (type.startsWith('application/x-ndjson')) return bytes.toString().split('\n').toSorted().join('\n');
  const format = type.includes('spreadsheet') ? 'xlsx' : type.startsWith('application/pdf') ? 'pdf' : 'text';
  return readableFile(format, bytes);
}

/** What the responses of the two tenants to the same request show that mallory must not see. */
export function revealed(
  { path, body, form }: Attack,
  [demo, acme]: readonly [Reply, Reply],
  toComparable = comparable,
): string | undefined {
  const asked = JSON.stringify([path, body, form]);
  for (const { text } of [demo, acme]) {
    // Messages name the filters that were asked for, and write their numbers as people do.
    const isAsked = (secret: string) =>
      asked.includes(secret) || asked.includes(secret.replaceAll(/(?<=\d)\D(?=\d)/g, ''));
    const found = text.match(SECRETS)?.find((secret) => !isAsked(secret));
    if (found !== undefined) return found;
  }
  if (demo.status !== acme.status) return `${demo.status} or ${acme.status}`;
  const [one, other] = [toComparable(demo.text), toComparable(acme.text)];
  if (one === other) return undefined;
  const from = [...one].findIndex((character, index) => character !== other[index]);
  const part = (text: string) => text.slice(Math.max(0, from - 60), from + 60);
  return `${part(one)} or ${part(other)}`;
}

/** Without what is new in every response or depends on the tenant: ids, nonces, keyed hashes, tokens, its own address. */
export function comparable(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/(?<![0-9a-z])[0-9a-f]{16}(?![0-9a-z])/g, '<hash>')
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/http:\/\/(?:acme\.)?localhost:\d+/g, '<address>');
}

/** The server and the databases of the test share a machine, so more at once would not be faster. */
const AT_ONCE = 4;

/** Of each table of attacks, in the merge tier. */
const SAMPLE = 12;

/** Sends attacks, and returns what is wrong: what mallory learned, failures, and attacks that prove nothing. */
export async function runAttacks(shop: Shop, table: readonly Attack[]): Promise<readonly string[]> {
  const attacks = sampleOf(table);
  const problems: string[] = [];
  for (let index = 0; index < attacks.length; index += AT_ONCE) {
    shop.wait(AT_ONCE * 1000);
    const running = attacks.slice(index, index + AT_ONCE).map((attack) => runAttack(shop, attack));
    problems.push(...(await Promise.all(running)).flat());
  }
  return problems;
}

/** In the full tier all; else some, spread over the table, whose rows repeat the same uses for each column. */
export function sampleOf<Row>(table: readonly Row[], count = SAMPLE): readonly Row[] {
  if (isFullTier) return table;
  const step = Math.max(1, table.length / count);
  return table.filter((_, index) => Math.floor(index % step) === 0);
}

/** In both tenants, first as somebody with access, so that caches are filled, then as mallory. */
async function runAttack(shop: Shop, attack: Attack): Promise<readonly string[]> {
  const { control = 'officer', harmless } = attack;
  const inBoth = (viewer: Viewer) =>
    Promise.all([send(shop, ['demo', viewer], attack), send(shop, ['acme', viewer], attack)]);
  const controls = harmless === undefined ? await inBoth(control) : undefined;
  const mallory = await inBoth('mallory');
  const failed = [...(controls ?? []), ...mallory].find(({ status }) => status >= 500 || status === 429);
  const learned = revealed(attack, mallory);
  const problems = [
    failed && `fails with ${failed.status} ${failed.text.slice(0, 200)}`,
    learned !== undefined && `shows mallory ${learned}`,
    harmless === 'is refused' && mallory[0].status < 400 && 'is not refused',
    // Where nobody gets anything secret, a leak could not be seen either.
    controls &&
      revealed(attack, controls) === undefined &&
      `shows the ${control} nothing: ${controls[0].text.slice(0, 200)}`,
  ];
  return described(attack, problems);
}

/** What is wrong with an attack, with the attack. */
export const described = (
  attack: object,
  problems: readonly (string | false | undefined)[],
): readonly string[] =>
  problems
    .filter((problem) => typeof problem === 'string')
    .map((problem) => `${JSON.stringify(attack).slice(0, 400)} ${problem}`);

/** Compares with an auditor, who sees the same rows: results of the same statements must not be shared. */
export const audited = <Row extends object>(
  attacks: readonly Row[],
): readonly (Row & Pick<Attack, 'control'>)[] => attacks.map((attack) => ({ control: 'auditor', ...attack }));
