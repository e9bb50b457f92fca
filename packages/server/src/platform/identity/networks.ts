import { BlockList, isIP } from 'node:net';

/** Whether an address belongs to one of these addresses and networks. What cannot be read contains nothing. */
export function isInNetworks(address: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) addNetwork(list, network);
  const family = isIP(address);
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

export const isNetwork = (text: string): boolean => addNetwork(new BlockList(), text);

/** Returns false for text that is neither an address nor a network. */
function addNetwork(list: BlockList, text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  const most = family === 4 ? 32 : 128;
  const isPrefix = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  // A zone belongs to one machine.
  if (family === 0 || !isPrefix || rest.length > 0 || address.includes('%')) return false;
  list.addSubnet(address, bits === undefined ? most : Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  return true;
}
