/** One HTTP request as the bytes that go over the wire. */
export function prepareRequest(
  url: string,
  options: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  } = {},
): Buffer {
  const { host, pathname, search } = new URL(url);
  const body = options.body ?? '';
  const headers = { host, ...options.headers, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${options.method ?? (body ? 'POST' : 'GET')} ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return Buffer.from(head + body);
}
