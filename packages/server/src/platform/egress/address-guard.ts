import { lookup as dnsLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { networkCheck } from './networks.ts';
import { isPublicAddress } from './public-address.ts';

export class AddressNotAllowedError extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
  override readonly name = 'AddressNotAllowedError';
}

/** Decides which addresses the server may connect to on behalf of what a tenant configured. */
export interface AddressGuard {
  /** Public addresses, and those in networks that the operator listed. */
  readonly anyAllowed: AddressRule;
  /** Only addresses in networks that the operator listed: where plain http is good enough. */
  readonly onlyListed: AddressRule;
}

export interface AddressRule {
  /** Throws `AddressNotAllowedError` for a host written as an address (sockets do not look those up) that the rule refuses. */
  checkLiteral(host: string): void;
  /**
   * For `net`, `tls`, `http` and `https`: answers only addresses that the rule accepts, so that the address
   * that was checked is the one connected to, whatever the name resolves to the next time (DNS rebinding).
   */
  readonly lookup: LookupFunction;
  /**
   * Destroys a connecting socket as soon as it turns out to be connected to an address that the rule refuses, before
   * anything is written to it. The checks before it spare the connection; this one depends on nothing but the socket.
   */
  checkConnected<S extends Socket>(socket: S): S;
}

/** @param networks those that the operator opened, `INLAY_ALLOW_PRIVATE_NETWORKS` */
export function makeAddressGuard(networks: readonly string[]): AddressGuard {
  const isListed = networkCheck(networks);
  return {
    anyAllowed: makeRule(
      (address) => isPublicAddress(address) || isListed(address),
      'is a private or reserved address. The operator can open its network with INLAY_ALLOW_PRIVATE_NETWORKS.',
    ),
    onlyListed: makeRule(
      isListed,
      'must be reached by https. Plain http is only for networks listed in INLAY_ALLOW_PRIVATE_NETWORKS.',
    ),
  };
}

function makeRule(isAllowed: (address: string) => boolean, reason: string): AddressRule {
  return {
    checkLiteral(host) {
      const address = host.replace(/^\[(.*)\]$/, '$1');
      if (isIP(address) !== 0 && !isAllowed(address))
        throw new AddressNotAllowedError(`${address} ${reason}`);
    },
    lookup(hostname, options, callback) {
      dnsLookup(hostname, { ...options, all: true }, (error, found) => {
        if (error !== null) return callback(error, []);
        const good = found.filter(({ address }) => isAllowed(address));
        const first = good[0];
        if (first === undefined) {
          const addresses = found.map(({ address }) => address).join(', ');
          return callback(new AddressNotAllowedError(`${hostname} (${addresses}) ${reason}`), []);
        }
        return options.all === true ? callback(null, good) : callback(null, first.address, first.family);
      });
    },
    checkConnected(socket) {
      // First in line: drivers and TLS write from their own listeners, and find the socket destroyed.
      return socket.prependListener('connect', () => {
        const { remoteAddress } = socket;
        // Reset by the other side meanwhile: there is no address to judge, and nobody to write to.
        if (remoteAddress === undefined) socket.destroy(connectionReset());
        else if (!isAllowed(remoteAddress))
          socket.destroy(new AddressNotAllowedError(`${remoteAddress} ${reason}`));
      });
    },
  };
}

function connectionReset(): Error {
  return Object.assign(new Error('The connection was reset.'), { code: 'ECONNRESET' });
}
