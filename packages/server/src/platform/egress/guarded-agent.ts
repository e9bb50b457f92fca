import {
  type ClientRequest,
  type ClientRequestArgs,
  Agent as HttpAgent,
  request as httpRequest,
  type RequestOptions,
} from 'node:http';
import {
  Agent as HttpsAgent,
  type RequestOptions as HttpsOptions,
  request as httpsRequest,
} from 'node:https';
import type { Socket } from 'node:net';
import { type ConnectionOptions, connect as tlsConnect } from 'node:tls';
import type { AddressRule } from './address-guard.ts';
import { GuardedSocket, KEEP_ALIVE_MS } from './guarded-socket.ts';

export interface GuardedAgentOptions {
  readonly tls: Pick<ConnectionOptions, 'rejectUnauthorized' | 'ca'> | undefined;
  readonly keepAlive: boolean;
  readonly maxSockets?: number;
  /** How long a connection may be idle. */
  readonly timeout?: number;
}

/** Opens connections for clients that speak HTTP, each to an address that the rule accepts. */
export type GuardedAgent = GuardedHttpAgent | GuardedHttpsAgent;

export function makeGuardedAgent(rule: AddressRule, { tls, ...options }: GuardedAgentOptions): GuardedAgent {
  return tls === undefined
    ? new GuardedHttpAgent(rule, options)
    : new GuardedHttpsAgent(rule, { ...options, ...tls });
}

/** `request` of `node:http` or `node:https`, for clients of this server: only through a guarded agent. */
export function guardedRequest(
  url: URL,
  { agent, ...options }: Omit<RequestOptions, 'agent'> & { readonly agent: GuardedAgent },
): ClientRequest {
  return agent instanceof GuardedHttpsAgent
    ? httpsRequest(url, { ...options, agent })
    : httpRequest(url, { ...options, agent });
}

type OnCreated = NonNullable<Parameters<HttpAgent['createConnection']>[1]>;

class GuardedHttpAgent extends HttpAgent {
  readonly #rule: AddressRule;

  constructor(rule: AddressRule, options: ConstructorParameters<typeof HttpAgent>[0]) {
    super(options);
    this.#rule = rule;
  }

  override createConnection(options: ClientRequestArgs, onCreated: OnCreated): Socket | undefined {
    const { host, port, timeout } = options;
    if (isRefused(this.#rule, host, onCreated)) return undefined;
    const socket = new GuardedSocket(this.#rule).setNoDelay(true).setTimeout(timeout ?? 0);
    return socket.connect({ host: host ?? undefined, port: Number(port) });
  }
}

class GuardedHttpsAgent extends HttpsAgent {
  readonly #rule: AddressRule;

  constructor(rule: AddressRule, options: ConstructorParameters<typeof HttpsAgent>[0]) {
    super(options);
    this.#rule = rule;
  }

  /** Not TLS over a `GuardedSocket`: one that still tries several addresses changes its handle below TLS. */
  override createConnection(options: HttpsOptions, onCreated: OnCreated): Socket | undefined {
    if (isRefused(this.#rule, options.host, onCreated)) return undefined;
    const target = { ...options, port: Number(options.port), lookup: this.#rule.lookup } as ConnectionOptions;
    const socket = this.#rule.checkConnected(tlsConnect(target));
    return socket.once('connect', () => socket.setKeepAlive(true, KEEP_ALIVE_MS));
  }
}

/**
 * Tells the agent by its callback. A request that waited for its turn listens to its socket a moment too late for one
 * that is destroyed already: the error would be nobody's, and end the process.
 */
function isRefused(rule: AddressRule, host: string | null | undefined, onCreated: OnCreated): boolean {
  try {
    rule.checkLiteral(host ?? 'localhost');
    return false;
  } catch (error) {
    // There is no stream to pass; Node looks at none beside an error.
    (onCreated as (error: Error) => void)(error as Error);
    return true;
  }
}
