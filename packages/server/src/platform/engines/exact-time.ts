const MICROSECONDS = 1_000_000n;
const DATE_TIME =
  /^(?<year>[+-]?\d{4,6})-(?<month>\d\d)-(?<day>\d\d)[T ](?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)(?:\.(?<fraction>\d{1,12}))? ?(?<zone>.*)$/;
const OFFSET = /^(?<sign>[+-])(?<hours>\d\d):?(?<minutes>\d\d)?:?(?<seconds>\d\d)?$/;

/**
 * A date and time as databases write it, as ISO 8601 in UTC. Without a zone it is taken as UTC. Fractions finer than
 * milliseconds are kept, so that equal instants of every engine are equal texts and `Date` reads them all.
 */
export function exactDateTime(text: string): string | null {
  const parts = DATE_TIME.exec(text)?.groups;
  if (parts === undefined) return null;
  const { year, month, day, hour, minute, second, fraction = '', zone = '' } = parts;
  const local = Date.UTC(2000, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const date = new Date(local);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return null;
  const offset = zoneOffsetMs(zone, date.getTime());
  return offset === undefined ? null : writeInstant(date.getTime() - offset, fraction);
}

/** Microseconds since 1970, as DuckDB keeps times. */
export function instantOfMicroseconds(micros: bigint): string | null {
  const remainder = ((micros % MICROSECONDS) + MICROSECONDS) % MICROSECONDS;
  const milliseconds = Number((micros - remainder) / 1000n);
  if (Math.abs(milliseconds) > 8.64e15) return null;
  return writeInstant(milliseconds, String(remainder).padStart(6, '0'));
}

/** `YYYY-MM-DD` if it is a day that exists; MySQL's `0000-00-00` and PostgreSQL's `infinity` are no value. */
export function exactDate(text: string): string | null {
  return /^\d{4,6}-(?!00)\d\d-(?!00)\d\d$/.test(text) ? text : null;
}

function writeInstant(milliseconds: number, fraction: string): string {
  const digits = fraction.replace(/0+$/, '');
  const width = Math.max(3, Math.ceil(digits.length / 3) * 3);
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, `.${digits.padEnd(width, '0')}Z`);
}

function zoneOffsetMs(zone: string, localMs: number): number | undefined {
  if (zone === '' || zone === 'Z' || zone === 'UTC') return 0;
  const parts = OFFSET.exec(zone)?.groups;
  if (parts === undefined) return namedZoneOffsetMs(zone, localMs);
  const seconds = Number(parts.hours) * 3600 + Number(parts.minutes ?? 0) * 60 + Number(parts.seconds ?? 0);
  return (parts.sign === '-' ? -1 : 1) * seconds * 1000;
}

/** When clocks are set back, an hour occurs twice and the text is ambiguous: the first is used. */
function namedZoneOffsetMs(zone: string, localMs: number): number | undefined {
  const local = Temporal.Instant.fromEpochMilliseconds(localMs).toZonedDateTimeISO('UTC').toPlainDateTime();
  try {
    return localMs - local.toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined; // no zone of this name
  }
}
