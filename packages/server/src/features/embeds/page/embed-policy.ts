/** Origins that may show an embed: those that both the tenant and the embed allow. An empty list restricts nothing. */
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
    // The page's style is inline; styles for interaction are a file of this server.
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    // Images of charts, which the page makes for exports.
    "img-src 'self' data: blob:",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
    // For the only place that inserts server markup into the page: re-rendered tiles.
    'trusted-types inlay',
  ].join(';');
}
