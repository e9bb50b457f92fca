import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Time } from '../time/time.ts';
import { makeLookup } from './make-lookup.ts';
import type { ResolveName } from './name-resolver.ts';

interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly time: Time;
  readonly resolveName: ResolveName;
}

/**
 * Posts to an address that the operator configured, so the rules for tenants' addresses do not apply. The response is
 * not read; redirects are not followed.
 */
export function postJson(
  url: URL,
  body: string,
  { headers, timeoutMs, time, resolveName }: PostOptions,
): Promise<void> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const { signal, release } = time.deadline(timeoutMs);
  return new Promise<void>((resolve, reject) => {
    const request = send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
      lookup: makeLookup(resolveName),
      signal,
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      response.on('error', reject);
      // Drained, so that the connection can be used again.
      response.on('end', resolve);
      response.resume();
      if (status < 200 || status > 299)
        request.destroy(new Error(`${url.host} responded with status ${status}.`));
    });
    request.end(body);
  }).finally(release);
}
