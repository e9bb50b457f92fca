/** Long enough that switching is cheap, short enough that the wait is not noticeable. */
const SLICE_MS = 8;

const waiting: (() => void)[] = [];
/** When the slices of this turn of the event loop began. */
let began: number | undefined;

/** Whether the slices of this turn, of all requests together, have taken their time. */
function isOver(): boolean {
  return performance.now() - start() >= SLICE_MS;
}

/** Resolves in a later turn of the event loop. One caller per turn, so that many slices do not add up to a long turn. */
export function nextTurn(): Promise<void> {
  start();
  return new Promise((resolve) => {
    waiting.push(resolve);
  });
}

/** Lets other requests have their turn if the slices of this one have taken their time. For loops that wait for other things too. */
export async function giveWay(): Promise<void> {
  if (isOver()) await nextTurn();
}

function start(): number {
  if (began === undefined) {
    began = performance.now();
    setImmediate(end);
  }
  return began;
}

function end(): void {
  began = undefined;
  const next = waiting.shift();
  if (!next) return;
  start();
  next();
}

/**
 * Collects the items of a lazy list in slices, so that other requests get their turn in between (ADR 242).
 */
export async function inSlices<T>(items: Iterable<T>): Promise<readonly T[]> {
  const made: T[] = [];
  if (isOver()) await nextTurn();
  for (const item of items) {
    made.push(item);
    if (isOver()) await nextTurn();
  }
  return made;
}
