/**
 * Pages that may show an embed: what both the tenant and the embed allow. A side that names none leaves it to the
 * other; where neither does, every page may.
 */
export function allowedOrigins(
  ofTenant: readonly string[],
  ofEmbed: readonly string[] = [],
): readonly string[] | 'any' {
  if (ofTenant.length === 0) return ofEmbed.length === 0 ? 'any' : ofEmbed;
  return ofEmbed.length === 0 ? ofTenant : ofTenant.filter((origin) => ofEmbed.includes(origin));
}
