import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { createFairQueue, QueueFullError } from '../concurrency/fair-queue.ts';
import type { Time } from '../time/time.ts';
import { type SystemNames, THIS_MACHINE } from './system-names.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Returns the addresses of a name, IPv4 first, or rejects with a `NameError`. */
export type ResolveName = (name: string) => Promise<readonly ResolvedAddress[]>;

/** Has the codes of `dns.lookup`. */
export class NameError extends Error {
  override readonly name = 'NameError';
  readonly code: 'ENOTFOUND' | 'EAI_AGAIN';

  constructor(code: NameError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Includes waiting. Shorter than every limit for connecting, so that the error names the cause. */
const DEADLINE_MS = 4000;
/** How long a server may take before it, or the next one, is asked again. Doubles, so that the deadline comes before the last try. */
const FIRST_TRY_MS = 500;
const MAX_TRIES = 5;
const MAX_RUNNING = 2;
const MAX_WAITING = 100;
const MEMORY_MS = 5000;
const MAX_REMEMBERED = 100;
/** Of each family. */
const MAX_ADDRESSES = 32;

interface Lookup {
  readonly found: Promise<readonly ResolvedAddress[]>;
  until: number;
}

/**
 * Resolves names for one tenant, so that its slow DNS delays nobody else (ADR 304): from the hosts file, then over DNS, two
 * names at a time. Not with `dns.lookup`, which occupies one of four threads for as long as a DNS server is silent.
 */
export function createNameResolver(time: Time, system: SystemNames = THIS_MACHINE): ResolveName {
  const remembered = new LRUCache<string, Lookup>({ max: MAX_REMEMBERED });
  const queue = createFairQueue({
    total: { running: MAX_RUNNING, waiting: MAX_WAITING },
    levels: [],
    time,
    maxWaitMs: DEADLINE_MS,
  });

  async function lookUp(name: string): Promise<readonly ResolvedAddress[]> {
    const { signal, release } = time.deadline(DEADLINE_MS);
    try {
      return await queue.run('', () => queryDns(name, system, signal), signal);
    } catch (error) {
      throw signal.aborted || error instanceof QueueFullError ? late(name) : error;
    } finally {
      release();
    }
  }

  return (hostname) => {
    const name = hostname.toLowerCase();
    const local = system.localAddresses(name);
    if (local !== undefined) return Promise.resolve(sorted(local));
    const known = remembered.get(name);
    if (known !== undefined && time.monotonic() < known.until) return known.found;
    // While it runs, equal names join it.
    const lookup: Lookup = { found: lookUp(name), until: Number.POSITIVE_INFINITY };
    remembered.set(name, lookup);
    const remember = () => {
      lookup.until = time.monotonic() + MEMORY_MS;
    };
    lookup.found.then(remember, remember);
    return lookup.found;
  };
}

/** DNS has no address for the name: another name of the search list may be meant. */
const MISSING: readonly string[] = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

async function queryDns(
  name: string,
  { completeNames, servers }: SystemNames,
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  // One for each lookup, because `cancel` ends all queries of a resolver. It also reads the system's servers again.
  const resolver = new dns.Resolver({ timeout: FIRST_TRY_MS, tries: MAX_TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  signal.addEventListener('abort', () => resolver.cancel(), { once: true });
  let failure: NameError | undefined;
  for (const completeName of completeNames(name)) {
    const answers = await Promise.all([
      settled(resolver.resolve4(completeName)),
      settled(resolver.resolve6(completeName)),
    ]);
    // If DNS is silent about one family, the other one will do.
    const found = answers.flatMap(({ addresses }) => addresses.slice(0, MAX_ADDRESSES));
    if (found.length > 0) return sorted(found);
    signal.throwIfAborted();
    const code = answers.map((answer) => answer.code).find((each) => !MISSING.includes(each));
    if (code === undefined) continue;
    failure = code === 'ETIMEOUT' ? late(name) : failed(name, code);
    // As getaddrinfo does. After other failures the next name could be that of another host.
    if (code !== 'ESERVFAIL') break;
  }
  throw failure ?? new NameError('ENOTFOUND', `DNS has no address for ${name}`);
}

interface Answer {
  readonly addresses: readonly string[];
  /** If there are none, why. */
  readonly code: string;
}

function settled(query: Promise<readonly string[]>): Promise<Answer> {
  return query.then(
    (addresses) => ({ addresses, code: 'ENODATA' }),
    ({ code }: NodeJS.ErrnoException) => ({ addresses: [], code: String(code) }),
  );
}

function late(name: string): NameError {
  return new NameError('EAI_AGAIN', `DNS did not respond in time for ${name}`);
}

function failed(name: string, code: string): NameError {
  return new NameError('EAI_AGAIN', `DNS failed for ${name} (${code})`);
}

/** IPv4 first: it works on more networks, and clients try the other family after it. */
function sorted(addresses: readonly string[]): readonly ResolvedAddress[] {
  return addresses
    .map((address): ResolvedAddress => ({ address, family: isIP(address) === 4 ? 4 : 6 }))
    .sort((one, other) => one.family - other.family);
}
