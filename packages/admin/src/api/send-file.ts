import { signInAgain } from '../session/sign-in-again.ts';
import { ApiError } from './api-error.ts';
import { plainMessage } from './plain-message.ts';

interface FileRequest {
  readonly method: 'PUT' | 'POST';
  /** Below `/api/v0/`. */
  readonly path: string;
  readonly body: Blob;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

/** Sends bytes to the API. `fetch` does not tell how much has left, so that this is done the old way. */
export async function sendFile<T>(request: FileRequest): Promise<T> {
  const { status, response } = await transfer(request);
  if (status === 401) {
    await signInAgain();
    return sendFile(request);
  }
  if (status >= 200 && status < 300) return response as T;
  const body = response as { message?: string; details?: unknown } | null;
  throw new ApiError(
    status,
    plainMessage(body?.message ?? `The server answered ${status}.`),
    0,
    body?.details,
  );
}

function transfer({ method, path, body, headers, signal, onProgress }: FileRequest): Promise<XMLHttpRequest> {
  const { promise, resolve, reject } = Promise.withResolvers<XMLHttpRequest>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  request.open(method, `/api/v0/${path}`);
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, body.size));
  request.onload = () => resolve(request);
  request.onerror = () => reject(new ApiError(0, 'The connection broke off.'));
  request.onabort = () => reject(new ApiError(0, 'It was stopped.'));
  signal.addEventListener('abort', abort, { once: true });
  request.send(body);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}
