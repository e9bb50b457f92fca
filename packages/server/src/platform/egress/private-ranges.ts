import { type Cidr, type IpBytes, isInside, parseCidr } from './ip-address.ts';

// IANA special-purpose registries (RFC 6890) and what clouds keep for themselves.
const NOT_PUBLIC_IPV4 = ranges([
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
]);
const GLOBAL_UNICAST_IPV6 = ranges(['2000::/3']);
const NOT_PUBLIC_IPV6 = ranges([
  '2001::/23', // IETF protocol assignments, Teredo
  '2001:db8::/32',
  '2002::/16', // 6to4: carries any IPv4 address
  '3fff::/20',
]);
const IPV4_MAPPED = ranges(['::ffff:0:0/96']);
const NAT64 = ranges(['64:ff9b::/96']);

/** The address that packets end up at: for IPv4-mapped and NAT64 addresses the IPv4 address inside. */
export function effectiveAddress(address: IpBytes): IpBytes {
  return isInsideAny(address, IPV4_MAPPED) || isInsideAny(address, NAT64) ? address.slice(12) : address;
}

export function isPublicAddress(address: IpBytes): boolean {
  if (address.length === 4) return !isInsideAny(address, NOT_PUBLIC_IPV4);
  return isInsideAny(address, GLOBAL_UNICAST_IPV6) && !isInsideAny(address, NOT_PUBLIC_IPV6);
}

export function isInsideAny(address: IpBytes, list: readonly Cidr[]): boolean {
  return list.some((range) => isInside(address, range));
}

function ranges(texts: readonly string[]): readonly Cidr[] {
  return texts.map((text) => {
    const range = parseCidr(text);
    if (range === undefined) throw new TypeError(`${text} is not a range of addresses`);
    return range;
  });
}
