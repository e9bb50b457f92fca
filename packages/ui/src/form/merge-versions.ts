import { canonical } from './canonical.ts';

/** One document as both began, and as each left it. */
export interface Versions {
  readonly base: object;
  readonly yours: object;
  readonly theirs: object;
}

/** The same piece of the three versions of a document. */
export interface Piece extends Values {
  /** `/title`, or of an entry `/measures[revenue]`. */
  readonly path: string;
}

interface Values {
  readonly base: unknown;
  readonly yours: unknown;
  readonly theirs: unknown;
}

export interface Changes {
  /** Changed by both, and differently. */
  readonly clashes: readonly Piece[];
  readonly onlyYours: readonly Piece[];
  /** With those that both changed alike. */
  readonly onlyTheirs: readonly Piece[];
}

type Decide = (piece: Piece) => unknown;

/**
 * What two people changed, piece by piece. A piece is a field as a whole; in the fields `byEntry`, whose entries mean
 * something each by itself, it is an entry: an item by its id, a measure by its name, a phrase of a language.
 */
export function findChanges(versions: Versions, byEntry: readonly string[] = []): Changes {
  const changes = { clashes: [], onlyYours: [], onlyTheirs: [] } as Record<keyof Changes, Piece[]>;
  combine(versions, byEntry, (piece) => {
    if (isClash(piece)) changes.clashes.push(piece);
    else if (!isSame(piece.base, piece.theirs)) changes.onlyTheirs.push(piece);
    else if (!isSame(piece.base, piece.yours)) changes.onlyYours.push(piece);
  });
  return changes;
}

/** The changes of both in one document. Where both changed the same piece, the version `favored` counts. */
export const mergeVersions = (
  versions: Versions,
  favored: 'yours' | 'theirs',
  byEntry: readonly string[] = [],
): object =>
  combine(versions, byEntry, (piece) =>
    isClash(piece) ? piece[favored] : isSame(piece.base, piece.yours) ? piece.theirs : piece.yours,
  );

const isSame = (a: unknown, b: unknown) => canonical(a) === canonical(b);

const isClash = ({ base, yours, theirs }: Piece) =>
  !isSame(base, yours) && !isSame(base, theirs) && !isSame(yours, theirs);

function combine(versions: Versions, byEntry: readonly string[], decide: Decide): object {
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

function keyed(versions: Values, decide: (key: string, inner: Values) => unknown): object {
  const [base = {}, yours = {}, theirs = {}] = inOrder(versions) as readonly (Entries | undefined)[];
  const keys = new Set([...Object.keys(theirs), ...Object.keys(yours), ...Object.keys(base)]);
  return Object.fromEntries(
    [...keys]
      .map((key) => [key, decide(key, { base: base[key], yours: yours[key], theirs: theirs[key] })] as const)
      .filter(([, value]) => value !== undefined),
  );
}

function listed(path: string, versions: Values, decide: Decide): unknown {
  const [base = [], yours = [], theirs = []] = inOrder(versions) as readonly (Named[] | undefined)[];
  // The order of the user who changed it wins; the other user's additions come last.
  const isYourOrder = isReordered(base, yours) && !isReordered(base, theirs);
  const [first, second] = isYourOrder ? [yours, theirs] : [theirs, yours];
  const names = new Set([...first, ...second, ...base].map(nameOf));
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
type Named = { readonly id?: string; readonly name?: string };

const find = (list: readonly Named[], name: string) => list.find((item) => nameOf(item) === name);
const nameOf = ({ id, name }: Named) => id ?? name ?? '';

function isReordered(before: readonly Named[], after: readonly Named[]): boolean {
  const shared = (list: readonly Named[], other: readonly Named[]) =>
    list.map(nameOf).filter((name) => find(other, name));
  return shared(before, after).join('\n') !== shared(after, before).join('\n');
}

const inOrder = ({ base, yours, theirs }: Values) => [base, yours, theirs];

/** Forms that write down empty lists get one; content that leaves them out does not. */
const isGoneIn = (versions: Values) => inOrder(versions).includes(undefined);

/** Missing and removed values count as empty. */
function areAll(versions: Values, is: (value: unknown) => boolean): boolean {
  return inOrder(versions).every((value) => value === undefined || is(value));
}

const isRecord = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

function isNamedList(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  const names = value.map((item) => (isRecord(item) ? (item.id ?? item.name) : undefined));
  return names.every((name) => typeof name === 'string') && new Set(names).size === names.length;
}
