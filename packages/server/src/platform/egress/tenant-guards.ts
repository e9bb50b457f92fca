import type { Config } from '../../config.ts';
import { type AddressGuard, makeAddressGuard } from './address-guard.ts';

export type GuardOf = (tenantId: string) => AddressGuard;

const DEMO_TENANT = 'demo';
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** What each tenant may connect to: the operator's networks, and loopback for the tenant of a demo that only this machine sees. */
export function makeGuards({
  allowPrivateNetworks,
  demoMayReachLoopback,
}: Pick<Config, 'allowPrivateNetworks' | 'demoMayReachLoopback'>): GuardOf {
  const usual = makeAddressGuard(allowPrivateNetworks);
  if (!demoMayReachLoopback) return () => usual;
  const demo = makeAddressGuard([...allowPrivateNetworks, ...LOOPBACK]);
  return (tenantId) => (tenantId === DEMO_TENANT ? demo : usual);
}
