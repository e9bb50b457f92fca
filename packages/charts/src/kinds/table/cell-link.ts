import type { QueryResult } from '@inlay/protocol/result';

const placeholder = /\{([^{}]+)\}/g;
/**
 * Scheme, host and the rest. Stricter than browsers are: no user name or password, no backslash, nothing that a parser
 * skips or reads as a host in another way.
 */
const address = /^https:\/\/([a-z0-9._-]+(?::\d+)?)(?:\/[^\s\\\p{Cc}]*|[?#][^\s\\\p{Cc}]*)?$/iu;
/** A segment that leads up the path, also as browsers decode it. */
const dots = /\/(?:\.|%2e){1,2}(?=[/?#]|$)/i;

/**
 * The addresses that the cells of a column lead to. `template` is an address with columns in braces,
 * `https://crm.example.com/orders/{order_id}`, or only a column whose values are addresses, `{website}`. A link is
 * undefined where a value is missing, or if it is anything but https to one of `hosts`. A value is encoded, so that it can
 * neither choose the host nor leave its segment of the path.
 */
export function cellLinks(
  template: string,
  { columns }: QueryResult,
  hosts: readonly string[],
): (row: number) => string | undefined {
  const allowed = new Set(hosts);
  const isWhole = /^\{[^{}]+\}$/.test(template);
  if (!isWhole && !/^https:\/\/[^{}/?#]+(?:[/?#]|$)/i.test(template)) return () => undefined;
  const named = new Map(columns.map((column) => [column.name, column.values]));
  return (row) => {
    let isComplete = true;
    const link = template.replace(placeholder, (_, name: string) => {
      const value = named.get(name)?.[row];
      const text = value === null || value === undefined ? '' : String(value);
      if (text === '') isComplete = false;
      return isWhole ? text.trim() : encodeURIComponent(text.toWellFormed());
    });
    const host = address.exec(link)?.[1]?.toLowerCase();
    return isComplete && host !== undefined && allowed.has(host) && !dots.test(link) ? link : undefined;
  };
}
