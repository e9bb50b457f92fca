import {
  type AddressParts,
  type Argument,
  addressOf,
  type BodyPart,
  type Paths,
  type ResponseOf,
} from './paths.ts';
import { invalidate } from './query-cache.ts';
import { type Method, request } from './request.ts';

interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

type Parts<M extends Method, P extends Paths<M>> = AddressParts<M, P> & BodyPart<M, P> & SendOptions;

/** Requests that are sent with POST but change nothing. */
const reads: ReadonlySet<string> = new Set<Paths<'POST'>>([
  '/apps/{id}/author-token',
  '/apps/{id}/explain',
  '/connections/{id}/test',
  '/datasets/infer',
  '/datasets/try',
  '/embed-settings/check-token',
  '/embeds/{id}/author-token',
  '/embeds/{id}/explain',
  '/embeds/{id}/preview-token',
  '/stories/preview',
  '/subscriptions/{id}/preview',
  '/tiles/preview',
  '/tiles/preview/values',
]);

const sender =
  <M extends Method>(method: M) =>
  async <P extends Paths<M>>(path: P, ...[parts]: Argument<Parts<M, P>>): Promise<ResponseOf<M, P>> => {
    const response = await request<ResponseOf<M, P>>(method, addressOf(path, parts), parts);
    if (method !== 'GET' && !reads.has(path)) invalidate(`/${path.split('/')[1]}`);
    return response;
  };

/** The public API. Paths, parameters, bodies and responses have the types of its OpenAPI description. */
export const api = {
  get: sender('GET'),
  post: sender('POST'),
  put: sender('PUT'),
  patch: sender('PATCH'),
  delete: sender('DELETE'),
};
