import type { ResultColumn } from '@inlay/protocol/result';

const placeholder = /\{([^{}]+)\}/g;
/**
 * Scheme, host and the rest. Stricter than browsers: no user name or password, no backslash, and nothing that parsers
 * skip or normalize in the host.
 */
const address = /^https:\/\/([a-z0-9._-]+(?::\d+)?)(?:\/[^\s\\\p{Cc}]*|[?#][^\s\\\p{Cc}]*)?$/iu;
/** A segment that leads up the path, including encoded forms that browsers decode. */
const dots = /\/(?:\.|%2e){1,2}(?=[/?#]|$)/i;

/**
 * The URLs that the cells of a column link to. `template` is a URL with columns in braces,
 * `https://crm.example.com/orders/{order_id}`, or a single column whose values are URLs, `{website}`. A link is
 * undefined if a value is missing or the URL is not https to one of `hosts`. Values are encoded, so that they can
 * neither choose the host nor leave their path segment.
 */
export function cellLinks(
  template: string,
  { columns }: { readonly columns: readonly Pick<ResultColumn, 'name' | 'values'>[] },
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
