import { BlockList, isIP } from 'node:net';

/** Whether a text is `10.0.0.0/8`, `fd00::/8` or a single address. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

/**
 * Returns a check whether an address is in one of the networks. Packets to IPv4-mapped and NAT64 addresses (RFC 6052)
 * end up at the IPv4 address inside, so those count as that address. A zone (`%eth0`) makes no difference.
 */
export function networkCheck(networks: readonly string[]): (address: string) => boolean {
  // Two lists, because one would match `::/0` against every IPv4 address.
  const [ipv4, ipv6] = [new BlockList(), new BlockList()];
  for (const network of networks) {
    const parsed = parseNetwork(network);
    // Only the operator's list can be invalid.
    if (parsed === undefined)
      throw new TypeError(
        `INLAY_ALLOW_PRIVATE_NETWORKS: ${network} is not a network such as 10.0.0.0/8 or fd00::/8.`,
      );
    const { address, prefix, family } = parsed;
    if (family === 6) ipv6.addSubnet(address, prefix, 'ipv6');
    else {
      ipv4.addSubnet(address, prefix, 'ipv4');
      ipv6.addSubnet(`::ffff:${address}`, 96 + prefix, 'ipv6');
      ipv6.addSubnet(`64:ff9b::${address}`, 96 + prefix, 'ipv6');
    }
  }
  return (text) => {
    const address = text.replace(/%.*$/, '');
    const family = isIP(address);
    return family === 4 ? ipv4.check(address) : family === 6 && ipv6.check(address, 'ipv6');
  };
}

function parseNetwork(text: string) {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  const maxPrefix = family === 4 ? 32 : 128;
  const prefix = Number(bits ?? maxPrefix);
  return family === 0 || prefix > maxPrefix ? undefined : { address, prefix, family };
}
