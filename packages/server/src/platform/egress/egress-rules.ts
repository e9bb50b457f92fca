import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Time } from '../time/time.ts';
import { makeLookup } from './make-lookup.ts';
import { createNameResolver, type ResolveName } from './name-resolver.ts';
import { networkCheck } from './networks.ts';
import type { SystemNames } from './system-names.ts';

export class AddressNotAllowedError extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
  override readonly name = 'AddressNotAllowedError';
}

/** Decides which addresses the server may connect to on behalf of what a tenant configured. */
export interface EgressRules {
  /** Those that the operator listed: with them, another process makes the same rules. */
  readonly networks: readonly string[];
  /** Public addresses, and those in networks that the operator listed. */
  readonly anyAllowed: AddressRule;
  /** Only addresses in networks that the operator listed: where plain http is good enough. */
  readonly onlyListed: AddressRule;
}

export interface AddressRule {
  /** Throws `AddressNotAllowedError` for a host written as an address (sockets do not look those up) that the rule refuses. */
  checkLiteral(host: string): void;
  /**
   * For `net`, `tls`, `http` and `https`: returns only addresses that the rule accepts, so that the address
   * that was checked is the one connected to, whatever the name resolves to the next time (DNS rebinding).
   */
  readonly lookup: LookupFunction;
  /**
   * Destroys a connecting socket as soon as it turns out to be connected to an address that the rule refuses, before
   * anything is written to it. The earlier checks avoid the connection; this one depends on nothing but the socket.
   */
  checkConnected<S extends Socket>(socket: S): S;
}

/**
 * The rules of one tenant, which share its limits for resolving names.
 *
 * @param networks the networks that the operator allowed with `INLAY_ALLOW_PRIVATE_NETWORKS`
 */
export function makeEgressRules(networks: readonly string[], time: Time, system?: SystemNames): EgressRules {
  const isListed = networkCheck(networks);
  const resolve = createNameResolver(time, system);
  return {
    networks,
    anyAllowed: makeRule(
      resolve,
      (address) => isPublicAddress(address) || isListed(address),
      (addresses) => `is a private or reserved address. ${howToAllow(networks, addresses)}`,
    ),
    onlyListed: makeRule(
      resolve,
      isListed,
      () => 'requires https. Plain http is allowed only for networks in INLAY_ALLOW_PRIVATE_NETWORKS.',
    ),
  };
}

function makeRule(
  resolve: ResolveName,
  isAllowed: (address: string) => boolean,
  reasonFor: (addresses: readonly string[]) => string,
): AddressRule {
  return {
    checkLiteral(host) {
      const address = host.replace(/^\[(.*)\]$/, '$1');
      if (isIP(address) !== 0 && !isAllowed(address))
        throw new AddressNotAllowedError(`${address} ${reasonFor([address])}`);
    },
    lookup: makeLookup(async (name) => {
      const found = await resolve(name);
      const good = found.filter(({ address }) => isAllowed(address));
      if (good.length > 0) return good;
      const addresses = found.map(({ address }) => address);
      throw new AddressNotAllowedError(`${name} (${addresses.join(', ')}) ${reasonFor(addresses)}`);
    }),
    checkConnected(socket) {
      // Prepended: drivers and TLS write from their own listeners, and then find the socket destroyed.
      return socket.prependListener('connect', () => {
        const { remoteAddress } = socket;
        // The peer reset the connection, so there is no address to check and nothing is sent.
        if (remoteAddress === undefined) socket.destroy(connectionReset());
        else if (!isAllowed(remoteAddress))
          socket.destroy(new AddressNotAllowedError(`${remoteAddress} ${reasonFor([remoteAddress])}`));
      });
    },
  };
}

export const LOOPBACK = ['127.0.0.0/8', '::1/128'];

/** Where databases are. Nobody should be advised to allow the others, such as metadata services of clouds. */
const isPrivate = networkCheck([
  ...LOOPBACK,
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
]);

/** A tenant does not see which other networks the operator listed, apart from loopback, which the demo may reach. */
function howToAllow(networks: readonly string[], addresses: readonly string[]): string {
  if (!addresses.every(isPrivate))
    return 'The operator can allow its network with INLAY_ALLOW_PRIVATE_NETWORKS.';
  const own = addresses.map((address) => `${address.split('%', 1)[0]}/${isIP(address) === 6 ? 128 : 32}`);
  if (!networks.every((network) => LOOPBACK.includes(network)))
    return `To allow it, the operator adds ${own.join(',')} to INLAY_ALLOW_PRIVATE_NETWORKS and restarts Inlay.`;
  const value = [...networks, ...own].join(',');
  return `To allow it, the operator restarts Inlay with INLAY_ALLOW_PRIVATE_NETWORKS=${value} (or --allow-private-networks=${value}).`;
}

function connectionReset(): Error {
  return Object.assign(new Error('The connection was reset.'), { code: 'ECONNRESET' });
}

const isGlobalUnicast = networkCheck(['0.0.0.0/0', '2000::/3']);

// IANA special-purpose registries (RFC 6890) and addresses reserved by cloud providers.
const isReserved = networkCheck([
  '0.0.0.0/8', // this network
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT; Alibaba's metadata service
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's host agent, a public-looking address
  '169.254.0.0/16', // link-local; most clouds' metadata services
  '172.16.0.0/12',
  '192.0.0.0/24', // IETF protocol assignments; Oracle's metadata service
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24', // 6to4 relays
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
  '2001::/23', // IETF protocol assignments, Teredo
  '2001:db8::/32',
  '2002::/16', // 6to4: carries any IPv4 address
  '3fff::/20',
]);

/** Whether an address is routed on the public Internet. */
function isPublicAddress(address: string): boolean {
  return isGlobalUnicast(address) && !isReserved(address);
}
