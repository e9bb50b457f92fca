import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

/** How a machine resolves names. */
export interface SystemNames {
  /** The addresses of a name that needs no DNS. */
  localAddresses(name: string): readonly string[] | undefined;
  /** The complete names to query for, in order. */
  completeNames(name: string): readonly string[];
  /** The DNS servers, if others than the system's. */
  readonly servers?: readonly string[];
}

interface SystemFiles {
  readonly hosts: string;
  readonly resolvConf: string;
  readonly servers?: readonly string[];
}

const LOOPBACK = ['127.0.0.1', '::1'];

export function readSystemNames({ hosts, resolvConf, ...servers }: SystemFiles): SystemNames {
  const readHosts = readOnChange(hosts, parseHosts);
  const readSearchList = readOnChange(resolvConf, parseSearchList);
  return {
    localAddresses: (name) => readHosts().get(name) ?? (isLocalhost(name) ? LOOPBACK : undefined),
    completeNames: (name) => completeNames(name, readSearchList()),
    ...servers,
  };
}

export const THIS_MACHINE: SystemNames = readSystemNames({
  hosts:
    process.platform === 'win32' ? `${process.env.SystemRoot}\\System32\\drivers\\etc\\hosts` : '/etc/hosts',
  resolvConf: '/etc/resolv.conf',
});

/** RFC 6761 §6.3: these names are loopback, and DNS servers are not asked. */
function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost');
}

/**
 * Reads a file again when it has changed. Synchronous, because it is small and local, and reading in the thread pool
 * would wait for everything else there.
 */
function readOnChange<T>(path: string, parse: (text: string) => T): () => T {
  let version = '';
  let parsed = parse('');
  return () => {
    try {
      const { mtimeMs, size, ino } = statSync(path);
      const current = `${mtimeMs} ${size} ${ino}`;
      if (current !== version) parsed = parse(readFileSync(path, 'utf8'));
      version = current;
    } catch {
      // A system without the file: it has no hosts and no search list of its own.
      version = '';
      parsed = parse('');
    }
    return parsed;
  };
}

/** The addresses of each name in a hosts file, names in lower case. */
function parseHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().toLowerCase().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names) {
      const addresses = hosts.get(name);
      if (addresses === undefined) hosts.set(name, [address]);
      else addresses.push(address);
    }
  }
  return hosts;
}

/** What `resolv.conf` says about short names. */
interface SearchList {
  readonly domains: readonly string[];
  /** A name with fewer dots is first tried below the domains. */
  readonly ndots: number;
}

function parseSearchList(resolvConf: string): SearchList {
  let domains: readonly string[] = [];
  let ndots = 1;
  for (const line of resolvConf.split('\n')) {
    const [keyword, ...values] = line.trim().split(/\s+/);
    // resolv.conf(5): the last of these lines wins. systemd writes `search .` for no domain.
    if (keyword === 'search' || keyword === 'domain')
      domains = values.map((value) => value.replace(/\.$/, '')).filter((domain) => domain !== '');
    if (keyword === 'options') ndots = readNdots(values) ?? ndots;
  }
  return { domains, ndots };
}

/** The names to query for, in the order in which `getaddrinfo` tries them. DNS servers know only complete names. */
function completeNames(name: string, { domains, ndots }: SearchList): readonly string[] {
  const below = domains.map((domain) => `${name}.${domain}`);
  return name.split('.').length > ndots ? [name, ...below] : [...below, name];
}

function readNdots(options: readonly string[]): number | undefined {
  const value = options.findLast((option) => /^ndots:\d+$/.test(option))?.slice('ndots:'.length);
  return value === undefined ? undefined : Math.min(15, Number(value));
}
