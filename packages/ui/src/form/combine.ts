/** The same piece of one thing in three versions: as both began, and as each left it. */
export interface Piece {
  readonly path: string;
  readonly base: unknown;
  readonly yours: unknown;
  readonly theirs: unknown;
}

type Versions = Omit<Piece, 'path'>;
type Decide = (piece: Piece) => unknown;

/**
 * Puts one thing together from three versions, piece by piece. A piece is a field as a whole; in the fields `byEntry`,
 * whose entries mean something each by itself, it is an entry: a measure by its name, a phrase of a language.
 */
export function combine(versions: Versions, byEntry: readonly string[], decide: Decide): object {
  return keyed(versions, (key, inner) => {
    const piece = { path: `/${key}`, ...inner };
    return byEntry.includes(key) ? entries(piece, decide) : decide(piece);
  });
}

function entries({ path, ...versions }: Piece, decide: Decide): unknown {
  if (areAll(versions, isNamedList)) return listed(path, versions, decide);
  if (!areAll(versions, isRecord)) return decide({ path, ...versions });
  const merged = keyed(versions, (key, inner) =>
    entries({ path: `${path}/${key.replaceAll('/', '~1')}`, ...inner }, decide),
  );
  return Object.keys(merged).length === 0 && isGoneIn(versions) ? undefined : merged;
}

function keyed(versions: Versions, decide: (key: string, inner: Versions) => unknown): object {
  const [base = {}, yours = {}, theirs = {}] = inOrder(versions) as readonly (Entries | undefined)[];
  const keys = new Set([...Object.keys(theirs), ...Object.keys(yours), ...Object.keys(base)]);
  return Object.fromEntries(
    [...keys]
      .map((key) => [key, decide(key, { base: base[key], yours: yours[key], theirs: theirs[key] })] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function listed(path: string, versions: Versions, decide: Decide): unknown {
  const [base = [], yours = [], theirs = []] = inOrder(versions) as readonly (Named[] | undefined)[];
  const find = (list: readonly Named[], name: string) => list.find((item) => item.name === name);
  // The order of the user who changed it wins; the other user's additions come last.
  const isYourOrder = isReordered(base, yours) && !isReordered(base, theirs);
  const [first, second] = isYourOrder ? [yours, theirs] : [theirs, yours];
  const names = new Set([...first, ...second, ...base].map(({ name }) => name));
  const merged = [...names]
    .map((name) =>
      decide({
        path: `${path}[${name}]`,
        base: find(base, name),
        yours: find(yours, name),
        theirs: find(theirs, name),
      }),
    )
    .filter((item) => item !== undefined);
  return merged.length === 0 && isGoneIn(versions) ? undefined : merged;
}

type Entries = Readonly<Record<string, unknown>>;
type Named = { readonly name: string };

function isReordered(before: readonly Named[], after: readonly Named[]): boolean {
  const shared = (list: readonly Named[], other: readonly Named[]) =>
    list.map(({ name }) => name).filter((name) => other.some((item) => item.name === name));
  return shared(before, after).join('\n') !== shared(after, before).join('\n');
}

const inOrder = ({ base, yours, theirs }: Versions) => [base, yours, theirs];

/** Forms that write down empty lists get one; content that leaves them out does not. */
const isGoneIn = (versions: Versions) => inOrder(versions).includes(undefined);

/** Missing and removed values count as empty. */
function areAll(versions: Versions, is: (value: unknown) => boolean): boolean {
  return inOrder(versions).every((value) => value === undefined || is(value));
}

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

function isNamedList(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const names = value.map((item) => (isRecord(item) ? item.name : undefined));
  return names.every((name) => typeof name === 'string') && new Set(names).size === names.length;
}
