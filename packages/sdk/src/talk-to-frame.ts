import type {
  FrameEvent,
  FrameMessage,
  HostMessage,
  HostRequests,
  HostRequestType,
  Reply,
} from '@inlay/protocol/frame-messages';
import { InlayError } from './errors.ts';

export interface FrameTalk {
  /** Settles with the frame's reply. A frame that knows no such request says so: `UNSUPPORTED`. */
  request<Type extends HostRequestType>(
    type: Type,
    body: HostRequests[Type]['body'],
    patience?: number,
  ): Promise<HostRequests[Type]['value']>;
  /** Rejects what still waits. */
  close(reason: InlayError): void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: InlayError) => void;
}

const PATIENCE_MS = 20_000;

/** Requests with acknowledgements over a port. `start` has been sent already, with the id 0. */
export function talkToFrame(
  port: MessagePort,
  hear: { onEvent: (event: FrameEvent) => void; onTokenWanted: () => Promise<string> },
): FrameTalk {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  const send = (message: HostMessage) => port.postMessage(message);

  const settle = ({ re, value, error }: Reply) => {
    const waits = waiting.get(re);
    waiting.delete(re);
    if (error) waits?.reject(new InlayError(error.code, error.message));
    else waits?.resolve(value);
  };

  port.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
    if ('re' in data) settle(data);
    else if ('event' in data) hear.onEvent(data);
    else
      hear.onTokenWanted().then(
        (token) => send({ re: data.id, value: { token } }),
        ({ message }) => send({ re: data.id, error: { code: 'NO_TOKEN', message } }),
      );
  };

  return {
    request: (type, body, patience = PATIENCE_MS) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
        // What a framework made reactive cannot be cloned for a port; every body is JSON.
        send({ id, type, body: JSON.parse(JSON.stringify(body)) } as HostMessage);
        setTimeout(() => {
          if (waiting.delete(id)) reject(new InlayError('NO_ANSWER'));
        }, patience);
      }),
    close: (reason) => {
      port.close();
      for (const { reject } of waiting.values()) reject(reason);
      waiting.clear();
    },
  };
}
