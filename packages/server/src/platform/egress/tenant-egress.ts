import { LRUCache } from 'lru-cache';
import type { Config } from '../../config.ts';
import type { Time } from '../time/time.ts';
import { type EgressRules, LOOPBACK, makeEgressRules } from './egress-rules.ts';
import type { SystemNames } from './system-names.ts';

export type EgressRulesOf = (tenantId: string) => EgressRules;

const DEMO_TENANT = 'demo';

const MAX_TENANTS = 1000;

/** The rules of each tenant: the operator's networks, and loopback for the demo tenant while the server is on loopback only. */
export function makeTenantEgress(
  {
    allowPrivateNetworks,
    demoMayReachLoopback,
  }: Pick<Config, 'allowPrivateNetworks' | 'demoMayReachLoopback'>,
  time: Time,
  system?: SystemNames,
): EgressRulesOf {
  const networksOf = (tenantId: string) =>
    demoMayReachLoopback && tenantId === DEMO_TENANT
      ? [...allowPrivateNetworks, ...LOOPBACK]
      : allowPrivateNetworks;
  const rules = new LRUCache<string, EgressRules>({
    max: MAX_TENANTS,
    memoMethod: (tenantId) => makeEgressRules(networksOf(tenantId), time, system),
  });
  return (tenantId) => rules.memo(tenantId);
}
