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
  /** Settles with the frame's reply; rejects with `UNSUPPORTED` if the frame does not know the request. */
  request<Type extends HostRequestType>(
    type: Type,
    body?: HostRequests[Type]['body'],
    timeout?: number,
  ): Promise<HostRequests[Type]['value']>;
  /** Rejects pending requests. */
  endTalk(reason: InlayError): void;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: InlayError) => void;
}

const TIMEOUT_MS = 20_000;

/** Requests with acknowledgements over a port. `start` has been sent already, with the id 0. */
export function talkToFrame(
  port: MessagePort,
  handlers: {
    /** Returns whether to cancel the action of a click. */
    onEvent: (event: FrameEvent) => unknown;
    onTokenWanted: () => Promise<string>;
  },
): FrameTalk {
  const pending = new Map<number, Pending>();
  let last = 0;
  const send = (message: HostMessage) => port.postMessage(message);

  const settle = ({ re, value, error }: Reply) => {
    const found = pending.get(re);
    pending.delete(re);
    if (error) found?.reject(new InlayError(error.code, error.message));
    else found?.resolve(value);
  };

  port.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
    if ('re' in data) settle(data);
    else if ('event' in data) {
      const value = handlers.onEvent(data);
      if (data.id) send({ re: data.id, value });
    } else
      handlers.onTokenWanted().then(
        (token) => send({ re: data.id, value: { token } }),
        ({ message }) => send({ re: data.id, error: { code: 'NO_TOKEN', message } }),
      );
  };

  return {
    request: (type, body = null, timeout = TIMEOUT_MS) =>
      new Promise((resolve, reject) => {
        const id = ++last;
        pending.set(id, { resolve: resolve as Pending['resolve'], reject });
        // Reactive objects of a framework cannot be cloned for a port; every body is JSON.
        send({ id, type, body: JSON.parse(JSON.stringify(body)) } as HostMessage);
        setTimeout(() => {
          if (pending.delete(id)) reject(new InlayError('NO_ANSWER'));
        }, timeout);
      }),
    endTalk: (reason) => {
      port.close();
      for (const { reject } of pending.values()) reject(reason);
    },
  };
}
