import { useMessages } from '../messages.ts';
import { signInAgain } from '../session/waiting-requests.ts';
import { ApiError } from './api-error.ts';
import { type AddressParts, addressOf, type Paths, type ResponseOf } from './paths.ts';
import { plainMessage } from './plain-message.ts';
import { invalidate } from './query-cache.ts';

type FileMethod = 'PUT' | 'POST';

interface Transfer {
  readonly body: Blob;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

/** Sends a file to the API. `fetch` does not report how much has been sent, so this uses `XMLHttpRequest`. */
export async function sendFile<M extends FileMethod, P extends Paths<M>>(
  method: M,
  path: P,
  parts: AddressParts<M, P> & Transfer,
): Promise<ResponseOf<M, P>> {
  const { status, response } = await transfer(method, addressOf(path, parts), parts);
  if (status === 401) {
    await signInAgain.wait();
    return sendFile(method, path, parts);
  }
  if (status >= 200 && status < 300) {
    invalidate(`/${path.split('/')[1]}`);
    return response as ResponseOf<M, P>;
  }
  const t = useMessages('admin').problems;
  const body = response as { message?: string; details?: unknown } | null;
  const message = body?.message ?? t.status({ status: String(status) });
  throw new ApiError(status, plainMessage(message), 0, body?.details);
}

function transfer(method: FileMethod, address: string, parts: Transfer): Promise<XMLHttpRequest> {
  const { body, headers, signal, onProgress } = parts;
  const { promise, resolve, reject } = Promise.withResolvers<XMLHttpRequest>();
  const request = new XMLHttpRequest();
  const t = useMessages('admin').problems;
  const abort = () => request.abort();
  request.open(method, `/api/v0${address}`);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, body.size));
  request.onload = () => resolve(request);
  request.onerror = () => reject(new ApiError(0, t.connectionLost));
  request.onabort = () => reject(new ApiError(0, t.uploadCanceled));
  signal.addEventListener('abort', abort, { once: true });
  request.send(body);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
