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
import { currentTrace, traceparent } from '../tracing/current-trace.ts';
import { CheckedSocket, KEEP_ALIVE_MS } from './checked-socket.ts';
import type { AddressRule } from './egress-rules.ts';

export interface CheckedAgentOptions {
  readonly tls: Pick<ConnectionOptions, 'rejectUnauthorized' | 'ca'> | undefined;
  readonly keepAlive: boolean;
  readonly maxSockets?: number;
  /** How long a connection may be idle. */
  readonly timeout?: number;
}

/** Opens connections for clients that speak HTTP, each to an address that the rule accepts. */
export type CheckedAgent = CheckedHttpAgent | CheckedHttpsAgent;

export function makeCheckedAgent(rule: AddressRule, { tls, ...options }: CheckedAgentOptions): CheckedAgent {
  return tls === undefined
    ? new CheckedHttpAgent(rule, options)
    : new CheckedHttpsAgent(rule, { ...options, ...tls });
}

/** `request` of `node:http` or `node:https`, for clients of this server: only through a checked agent. */
export function checkedRequest(
  url: URL,
  { agent, ...options }: Omit<RequestOptions, 'agent'> & { readonly agent: CheckedAgent },
): ClientRequest {
  const request =
    agent instanceof CheckedHttpsAgent
      ? httpsRequest(url, { ...options, agent })
      : httpRequest(url, { ...options, agent });
  const context = currentTrace.getStore();
  if (context) request.setHeader('traceparent', traceparent(context));
  return request;
}

type OnCreated = NonNullable<Parameters<HttpAgent['createConnection']>[1]>;

class CheckedHttpAgent extends HttpAgent {
  readonly #rule: AddressRule;

  constructor(rule: AddressRule, options: ConstructorParameters<typeof HttpAgent>[0]) {
    super(options);
    this.#rule = rule;
  }

  override createConnection(options: ClientRequestArgs, onCreated: OnCreated): Socket | undefined {
    const { host, port, timeout } = options;
    if (isRefused(this.#rule, host, onCreated)) return undefined;
    const socket = new CheckedSocket(this.#rule).setNoDelay(true).setTimeout(timeout ?? 0);
    return socket.connect({ host: host ?? undefined, port: Number(port) });
  }
}

class CheckedHttpsAgent extends HttpsAgent {
  readonly #rule: AddressRule;

  constructor(rule: AddressRule, options: ConstructorParameters<typeof HttpsAgent>[0]) {
    super(options);
    this.#rule = rule;
  }

  /** Not TLS over a `CheckedSocket`: one that still tries several addresses changes its handle below TLS. */
  override createConnection(options: HttpsOptions, onCreated: OnCreated): Socket | undefined {
    if (isRefused(this.#rule, options.host, onCreated)) return undefined;
    const target = { ...options, port: Number(options.port), lookup: this.#rule.lookup } as ConnectionOptions;
    const socket = this.#rule.checkConnected(tlsConnect(target));
    return socket.once('connect', () => socket.setKeepAlive(true, KEEP_ALIVE_MS));
  }
}

/**
 * Reports the refusal through the agent's callback. A queued request adds its listeners too late for a socket that is
 * already destroyed: the error would be unhandled, and end the process.
 */
function isRefused(rule: AddressRule, host: string | null | undefined, onCreated: OnCreated): boolean {
  try {
    rule.checkLiteral(host ?? 'localhost');
    return false;
  } catch (error) {
    // There is no stream to pass; Node ignores it when there is an error.
    (onCreated as (error: Error) => void)(error as Error);
    return true;
  }
}
