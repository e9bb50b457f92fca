import { AppError } from '../../platform/errors.ts';

const isoInstant = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A date starts at midnight UTC. A time without a zone would depend on the server's time zone. */
export function eventInstant(name: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const at = isoInstant.test(given) && isDay(given.slice(0, 10)) ? Date.parse(given) : Number.NaN;
  if (Number.isNaN(at)) {
    throw new AppError('REQUEST_INVALID', {
      message: `${name} must be a time such as 2026-01-31T00:00:00Z.`,
    });
  }
  return at;
}

/** `Date.parse` reads 31 February as 3 March. */
function isDay(day: string): boolean {
  const parsed = Date.parse(day);
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(day);
}
