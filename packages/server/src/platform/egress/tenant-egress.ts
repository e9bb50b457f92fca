import type { Config } from '../../config.ts';
import { type EgressRules, makeEgressRules } from './egress-rules.ts';

export type EgressRulesOf = (tenantId: string) => EgressRules;

const DEMO_TENANT = 'demo';
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** The rules of each tenant: the operator's networks, and loopback for the demo tenant while the server is on loopback only. */
export function makeTenantEgress({
  allowPrivateNetworks,
  demoMayReachLoopback,
}: Pick<Config, 'allowPrivateNetworks' | 'demoMayReachLoopback'>): EgressRulesOf {
  const usual = makeEgressRules(allowPrivateNetworks);
  if (!demoMayReachLoopback) return () => usual;
  const demo = makeEgressRules([...allowPrivateNetworks, ...LOOPBACK]);
  return (tenantId) => (tenantId === DEMO_TENANT ? demo : usual);
}
