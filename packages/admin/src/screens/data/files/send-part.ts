import { ApiError } from '../../../api/ask.ts';
import { signInAgain } from '../../../session/sign-in-again.ts';

interface Part {
  readonly name: string;
  readonly part: Blob;
  /** RFC 9110 §14.4: `bytes first-last/total`. */
  readonly range: string;
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number) => void;
}

interface PartAnswer {
  readonly table: string;
  readonly bytes: number;
  readonly complete: boolean;
  readonly rows: number | null;
}

/** One part of a file. `fetch` does not tell how much has left, so that this is done the old way. */
export async function sendPart(request: Part): Promise<PartAnswer> {
  const answer = await put(request);
  if (answer.status !== 401) return read(answer);
  await signInAgain();
  return sendPart(request);
}

function put({ name, part, range, signal, onProgress }: Part): Promise<XMLHttpRequest> {
  const { promise, resolve, reject } = Promise.withResolvers<XMLHttpRequest>();
  const request = new XMLHttpRequest();
  const abort = () => request.abort();
  request.open('PUT', `/api/v0/files/${encodeURIComponent(name)}`);
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.setRequestHeader('content-range', range);
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded }) => onProgress(Math.min(loaded, part.size));
  request.onload = () => resolve(request);
  request.onerror = () => reject(new ApiError(0, 'The connection broke off.'));
  request.onabort = () => reject(new ApiError(0, 'The upload was stopped.'));
  signal.addEventListener('abort', abort, { once: true });
  request.send(part);
  return promise.finally(() => signal.removeEventListener('abort', abort));
}

function read({ status, response }: XMLHttpRequest): PartAnswer {
  if (status === 201 || status === 202) return response as PartAnswer;
  const body = response as { message?: string; details?: unknown } | null;
  throw new ApiError(status, body?.message ?? `The server answered ${status}.`, 0, body?.details);
}
