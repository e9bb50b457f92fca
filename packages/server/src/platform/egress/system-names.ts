import { readFileSync, statSync } from 'node:fs';
import { parseHosts } from './hosts-file.ts';
import { completeNames, parseSearchList } from './search-list.ts';

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
