import { networkCheck } from './networks.ts';

const isGlobalUnicast = networkCheck(['0.0.0.0/0', '2000::/3']);

// IANA special-purpose registries (RFC 6890) and addresses that clouds keep for themselves.
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

/** Whether the Internet routes an address to somebody else than us. */
export function isPublicAddress(address: string): boolean {
  return isGlobalUnicast(address) && !isReserved(address);
}
