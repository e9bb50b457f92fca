import { parseIp } from '../egress/ip-address.ts';

/** Whom an address stands for. Of an IPv6 address the network (RFC 4291 §2.5.4): one machine has 2^64 addresses to call from. */
export function sourceOf(ip: string | null): string {
  const bytes = parseIp(ip ?? '') ?? [];
  const isMappedIpv4 =
    bytes.length === 16 && bytes.slice(0, 12).every((byte, at) => byte === (at < 10 ? 0 : 255));
  return (isMappedIpv4 ? bytes.slice(12) : bytes.slice(0, 8)).join('.');
}
