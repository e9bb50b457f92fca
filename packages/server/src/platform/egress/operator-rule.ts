import type { AddressRule } from './egress-rules.ts';
import { makeLookup } from './make-lookup.ts';
import type { ResolveName } from './name-resolver.ts';

/** For servers that the operator configured, to whom the rules for tenants do not apply. */
export const operatorRule = (resolve: ResolveName): AddressRule => ({
  checkLiteral: () => {},
  lookup: makeLookup(resolve),
  checkConnected: (socket) => socket,
});
