import { isIP } from 'node:net';

/** An address as its bytes: 4 of them for IPv4, 16 for IPv6. */
export type IpBytes = readonly number[];

/** Reads an IPv4 or IPv6 address; a zone (`%eth0`) is dropped, since it does not change which range it is in. */
export function parseIp(text: string): IpBytes | undefined {
  const address = text.replace(/%.*$/, '');
  const family = isIP(address);
  if (family === 4) return address.split('.').map(Number);
  return family === 6 ? parseIpv6(address) : undefined;
}

export interface Cidr {
  readonly bytes: IpBytes;
  readonly prefix: number;
}

/** Reads `10.0.0.0/8`, `fd00::/8` or a single address. */
export function parseCidr(text: string): Cidr | undefined {
  const [address = '', prefixText, ...rest] = text.trim().split('/');
  const bytes = parseIp(address);
  if (bytes === undefined || rest.length > 0 || address.includes('%')) return undefined;
  if (prefixText === undefined) return { bytes, prefix: bytes.length * 8 };
  const prefix = /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : Number.NaN;
  return prefix <= bytes.length * 8 ? { bytes, prefix } : undefined;
}

export function isInside(address: IpBytes, range: Cidr): boolean {
  if (address.length !== range.bytes.length) return false;
  return address.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, range.prefix - index * 8));
    const mask = (0xff << (8 - bits)) & 0xff;
    return (byte & mask) === ((range.bytes[index] ?? 0) & mask);
  });
}

function parseIpv6(address: string): IpBytes {
  const [head = '', tail] = address.split('::');
  const left = groupsToBytes(head);
  const right = tail === undefined ? [] : groupsToBytes(tail);
  return [...left, ...new Array<number>(16 - left.length - right.length).fill(0), ...right];
}

function groupsToBytes(groups: string): number[] {
  if (groups === '') return [];
  return groups.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
