const APP = '/admin';
const SESSION = `${APP}/session`;
const MAX_PATH = 1000;
/** Only there to be resolved against. */
const HERE = 'https://here.invalid';

/**
 * The page of the admin app to go to after a sign-in. Anything else, such as an address of another site, leads to the
 * app's first page.
 */
export function returnPath(asked: string | undefined): string {
  if (asked === undefined || asked.length > MAX_PATH || !/^\/[\x21-\x7e]*$/.test(asked)) return APP;
  // Browsers read a backslash as a slash, and two of them as the beginning of a host.
  if (asked.includes('\\') || asked.includes('//')) return APP;
  const url = URL.parse(asked, HERE);
  if (url === null || url.origin !== HERE) return APP;
  const isInApp = url.pathname === APP || url.pathname.startsWith(`${APP}/`);
  // Its other routes would be called, such as the one that signs in. The server decodes paths before it routes them.
  const isRoute = url.pathname === SESSION || url.pathname.startsWith(`${SESSION}/`);
  const isPage = isInApp && !isRoute && !url.pathname.includes('%');
  return isPage ? `${url.pathname}${url.search}` : APP;
}
