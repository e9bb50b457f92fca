import type { EngineSql, SqlType } from './engine-under-test.ts';

interface Differences {
  /** In texts. */
  readonly escapesBackslash?: boolean;
  /** Instead of the quoted or plain text. */
  readonly types?: Readonly<Partial<Record<SqlType, (text: string) => string>>>;
}

/** Literals of standard SQL, and where an engine differs. */
export const standardLiteral =
  ({ escapesBackslash = false, types = {} }: Differences = {}): EngineSql['literal'] =>
  (value, type) => {
    if (value === null) return 'NULL';
    const text = String(value).replaceAll("'", "''");
    const own = types[type];
    if (own) return own(text);
    if (type === 'string' || type === 'json')
      return `'${escapesBackslash ? text.replaceAll('\\', '\\\\') : text}'`;
    if (type === 'date' || type === 'datetime' || type === 'local') return `'${text}'`;
    // Without an exponent it would be a decimal.
    if (type === 'number') return text.includes('e') ? text : `${text}e0`;
    return text;
  };

/** Without the letters of ISO 8601. */
export const withoutZone = (text: string): string => text.replace('T', ' ').replace('Z', '');
