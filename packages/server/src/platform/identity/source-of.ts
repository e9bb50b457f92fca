import { isIPv4, isIPv6 } from 'node:net';

/** Whom an address stands for. Of an IPv6 address the network (RFC 4291 §2.5.4): one machine has 2^64 addresses to call from. */
export function sourceOf(ip: string | null): string {
  const text = (ip ?? '').replace(/%.*$/, '');
  const address = isIPv4(text) ? `::ffff:${text}` : text;
  if (!isIPv6(address)) return '';
  const [head = [], tail] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const groups = tail
    ? [...head, ...new Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
    : head;
  const isMappedIpv4 = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  return (isMappedIpv4 ? groups.slice(6) : groups.slice(0, 4)).join(':');
}
