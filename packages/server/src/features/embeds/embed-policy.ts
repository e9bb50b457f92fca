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

/** What a rendered page may load and do, and who may show it. */
export function embedPolicy(nonce: string, frameAncestors: readonly string[] | 'any'): string {
  const ancestors =
    frameAncestors === 'any' ? '*' : frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ');
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // Its own style is in it; what interaction adds comes as a file of ours.
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    // Pictures of charts, which the page makes of itself to export them.
    "img-src 'self' data: blob:",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    // For the one place that puts markup of ours into the page: a tile that is rendered again.
    'trusted-types inlay',
  ].join(';');
}
