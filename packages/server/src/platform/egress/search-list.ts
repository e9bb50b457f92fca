/** What `resolv.conf` says about short names. */
export interface SearchList {
  readonly domains: readonly string[];
  /** A name with fewer dots is first tried below the domains. */
  readonly ndots: number;
}

export function parseSearchList(resolvConf: string): SearchList {
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
export function completeNames(name: string, { domains, ndots }: SearchList): readonly string[] {
  const below = domains.map((domain) => `${name}.${domain}`);
  return name.split('.').length > ndots ? [name, ...below] : [...below, name];
}

function readNdots(options: readonly string[]): number | undefined {
  const value = options.findLast((option) => /^ndots:\d+$/.test(option))?.slice('ndots:'.length);
  return value === undefined ? undefined : Math.min(15, Number(value));
}
