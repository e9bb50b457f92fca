/** The first that occurs decides: most browsers also name those that they are compatible with. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

interface Device {
  /** A program is named as it names itself: `curl/8.5.0`. */
  readonly browser: string;
  readonly system: string | undefined;
}

/** What sent a `User-Agent` (RFC 9110 §10.1.5), as far as one can tell. */
export function deviceName(userAgent: string | null): Device | undefined {
  const text = userAgent?.trim() ?? '';
  if (text === '') return undefined;
  const nameIn = (known: readonly (readonly [part: string, name: string])[]) =>
    known.find(([part]) => text.includes(part))?.[1];
  const browser = text.startsWith('Mozilla/') ? nameIn(BROWSERS) : undefined;
  return { browser: browser ?? text.split(' ', 1)[0] ?? text, system: browser && nameIn(SYSTEMS) };
}
