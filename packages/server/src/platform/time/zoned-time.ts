/** An instant as `YYYY-MM-DDTHH:MM:SS[.ffffff]Z`, the canonical form of bound datetimes. */
export type InstantText = string;

const LOCAL = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?$/;

/** Reads ISO 8601 with a zone, down to microseconds, or undefined. */
export function parseInstant(text: string): InstantText | undefined {
  const [, local = '', zone] = /^(.*?)(Z|[+-]\d{2}:\d{2})$/.exec(text) ?? [];
  return zone && isLocal(local) ? toText(() => Temporal.Instant.from(text)) : undefined;
}

/** Reads ISO 8601 without a zone as the wall clock of `timeZone`. */
export function parseLocal(text: string, timeZone: string): InstantText | undefined {
  return isLocal(text) ? toText(() => instantOf(Temporal.PlainDateTime.from(text), timeZone)) : undefined;
}

/** A day that exists, as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001-01-01') return false;
  return attempt(() => Temporal.PlainDate.from(text)) !== undefined;
}

/** The instant at which a calendar day begins in a zone. */
export function startOfDay(date: string, timeZone: string): InstantText {
  return Temporal.PlainDate.from(date).toZonedDateTime(timeZone).toInstant().toString();
}

/** The day at an instant in a zone, as `YYYY-MM-DD`. */
export function dayAt(time: number, timeZone: string): string {
  return zonedTime(time, timeZone).toPlainDate().toString();
}

/** The local time in `timeZone` at an instant, as `YYYY-MM-DDTHH:MM:SS[.ffffff]` without a zone. */
export function wallClock(instant: InstantText, timeZone: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime().toString();
}

export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(name)) return false;
  return attempt(() => zonedTime(0, name)) !== undefined;
}

export function zonedTime(time: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone);
}

/** In a gap of the clock (spring) the first instant after it; in a repeated hour (autumn) the earlier one. */
export function instantOf(clock: Temporal.PlainDateTime, timeZone: string): Temporal.Instant {
  const zoned = clock.toZonedDateTime(timeZone, { disambiguation: 'earlier' });
  const isInGap = !zoned.toPlainDateTime().equals(clock);
  return ((isInGap && zoned.getTimeZoneTransition('next')) || zoned).toInstant();
}

function isLocal(text: string): boolean {
  return LOCAL.test(text) && isDate(text.slice(0, 10));
}

/** Undefined for years that are not written with four digits, which engines do not read. */
function toText(read: () => Temporal.Instant): InstantText | undefined {
  const text = attempt(read)?.toString();
  return text && /^\d/.test(text) ? text : undefined;
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
