import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { AddressRule } from '../egress/address-guard.ts';
import type { PoolSize } from './pool-size.ts';
import type { TlsOptions } from './tls-options.ts';

/** Keeps connections for engines that speak HTTP. A host written as an address must be checked before each request. */
export function makeGuardedAgent(
  rule: AddressRule,
  tls: TlsOptions | undefined,
  size: PoolSize,
): HttpAgent | HttpsAgent {
  const options = {
    keepAlive: true,
    maxSockets: size.maxConnections,
    timeout: size.idleMs,
    lookup: rule.lookup,
  };
  return tls === undefined ? new HttpAgent(options) : new HttpsAgent({ ...options, ...tls });
}
