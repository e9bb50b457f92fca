import { type FetchOptions, fetchBounded } from './fetch-bounded.ts';

/** What libraries pass to `fetch`, as far as ours use it. */
export interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A `fetch` for libraries, which reaches what a tenant configured as `fetchBounded` does. */
export const checkedFetch =
  (options: FetchOptions) =>
  async (address: string, { method = 'GET', headers = {}, body }: Init): Promise<Response> => {
    const outgoing = { method, headers, ...(body != null && { body: String(body) }) };
    const { status, bytes, headers: received } = await fetchBounded(address, outgoing, options);
    const contentType = received['content-type'];
    return new Response(hasBody(status) ? new Uint8Array(bytes) : null, {
      status: status >= 200 && status < 600 ? status : 502,
      headers: contentType === undefined ? {} : { 'content-type': contentType },
    });
  };

/** A `Response` with one of these must not have a body. */
const hasBody = (status: number): boolean => ![101, 204, 205, 304].includes(status);
