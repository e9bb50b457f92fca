const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** A time in UTC (Core for SAML 2.0 §1.3.3) in milliseconds; undefined for everything else, such as February 30. */
export function parseInstant(text: string): number | undefined {
  const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  return new Date(at).toISOString().slice(0, 19) === text.slice(0, 19) ? at : undefined;
}
