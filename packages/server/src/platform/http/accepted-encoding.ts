export type Encoding = 'zstd' | 'br' | 'gzip' | 'identity';

/**
 * The encoding that a client prefers of those offered, which are sorted by the server's preference (RFC 9110 §12.5.3).
 * A client that accepts none of them gets the plain body, as §12.4.1 permits.
 */
export function acceptedEncoding<E extends Encoding>(
  header: string | undefined,
  offered: readonly E[],
): E | 'identity' {
  const weights = readWeights(header ?? '');
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0;
  let best: E | 'identity' = 'identity';
  let most = weightOf('identity');
  for (const name of offered.toReversed()) {
    const weight = weightOf(name);
    if (weight > 0 && weight >= most) [best, most] = [name, weight];
  }
  return best;
}

/** By lowercase name. An entry with an invalid weight counts as not acceptable. */
function readWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.toLowerCase().split(',')) {
    const [name = '', weight] = entry.split(';', 2).map((part) => part.trim());
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, readWeight(weight));
  }
  return weights;
}

function readWeight(parameter: string | undefined): number {
  if (parameter === undefined) return 1;
  return Number(/^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(parameter)?.[1] ?? 0);
}
