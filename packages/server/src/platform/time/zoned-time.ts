/** An instant as `YYYY-MM-DDTHH:MM:SS[.ffffff]Z`: the one form in which datetimes are bound. */
export type InstantText = string;

const zoned =
  /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)(?::(\d{2})(?:\.(\d{1,6}))?)?(Z|[+-]\d{2}:\d{2})$/;
const local = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)(?::(\d{2})(?:\.(\d{1,6}))?)?$/;

/** Reads ISO 8601 with a zone, down to microseconds, or undefined. */
export function parseInstant(text: string): InstantText | undefined {
  const match = zoned.exec(text);
  if (match === null) return undefined;
  const [, date = '', time, seconds = '00', fraction = '', zone] = match;
  return isDate(date) ? toInstantText(Date.parse(`${date}T${time}:${seconds}${zone}`), fraction) : undefined;
}

/** Reads ISO 8601 without a zone as the wall clock of `timeZone`. */
export function parseLocal(text: string, timeZone: string): InstantText | undefined {
  const match = local.exec(text);
  if (match === null) return undefined;
  const [, date = '', time, seconds = '00', fraction = ''] = match;
  const clock = isDate(date) ? Date.parse(`${date}T${time}:${seconds}Z`) : Number.NaN;
  return Number.isNaN(clock) ? undefined : toInstantText(instantOfWallClock(clock, timeZone), fraction);
}

/** A day that exists, as `YYYY-MM-DD`; `Date.parse` alone lets 30 February pass as March. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001-01-01') return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The instant at which a calendar day begins in a zone. */
export function startOfDay(date: string, timeZone: string): InstantText {
  const time = instantOfWallClock(Date.parse(`${date}T00:00:00Z`), timeZone);
  return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** What a clock on the wall in `timeZone` shows at an instant, as `YYYY-MM-DDTHH:MM:SS[.ffffff]` without a zone. */
export function wallClock(instant: InstantText, timeZone: string): string {
  const fraction = /\.\d+/.exec(instant)?.[0] ?? '';
  const time = Math.floor(Date.parse(instant) / 1000) * 1000;
  const shifted = new Date(time + offsetMinutes(time, timeZone) * 60_000).toISOString();
  return shifted.slice(0, 19) + fraction;
}

export function isTimeZone(name: string): boolean {
  if (formats.has(name)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(name)) return false;
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** Minutes that a zone is ahead of UTC at an instant. */
export function offsetMinutes(time: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(time);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const clock = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  );
  return Math.round((clock - Math.floor(time / 1000) * 1000) / 60_000);
}

/** In a gap of the clock (spring) the first instant after it; in a repeated hour (autumn) the earlier one. */
function instantOfWallClock(clock: number, timeZone: string): number {
  const day = 86_400_000;
  const before = clock - offsetMinutes(clock - day, timeZone) * 60_000;
  const after = clock - offsetMinutes(clock + day, timeZone) * 60_000;
  for (const candidate of [Math.min(before, after), Math.max(before, after)]) {
    if (candidate + offsetMinutes(candidate, timeZone) * 60_000 === clock) return candidate;
  }
  return transitionBetween(Math.min(before, after) - 1, Math.max(before, after) + 1, timeZone);
}

function transitionBetween(from: number, to: number, timeZone: string): number {
  let [low, high] = [from, to];
  const initial = offsetMinutes(low, timeZone);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetMinutes(middle, timeZone) === initial) low = middle;
    else high = middle;
  }
  return high;
}

function toInstantText(time: number, fraction: string): InstantText | undefined {
  if (Number.isNaN(time)) return undefined;
  const text = new Date(time).toISOString();
  // Years past 9999 are written with a sign and six digits, which engines do not read.
  if (text.length !== 24) return undefined;
  const digits = fraction.replace(/0+$/, '');
  return `${text.slice(0, 19)}${digits === '' ? '' : `.${digits}`}Z`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  // Names are matched without regard to case, so one zone has more spellings than memory should hold.
  if (formats.size < 1000) formats.set(timeZone, format);
  return format;
}
