import {
  type Connect,
  type EmbedFields,
  type FrameEvent,
  type FrameEventName,
  type FrameEvents,
  type FrameMessage,
  type FrameRequest,
  type Hello,
  type HostMessage,
  type HostRequest,
  type NewToken,
  PROTOCOL_VERSIONS,
  type WireError,
} from '@inlay/protocol/frame-messages';

/** All requests except `start`, which the loader handles. */
export type PageRequest = Exclude<HostRequest, { type: 'start' }>;
export type RequestHandler = (request: PageRequest) => Promise<unknown>;

export interface HostLink {
  emit<Name extends FrameEventName>(event: Name, detail: FrameEvents[Name]): void;
  /** Requests another token from the host. Rejects with a `WireError` if it has none. */
  requestToken(): Promise<string>;
  /** Emits a click that the host may cancel; `true` cancels it. */
  requestClick(detail: FrameEvents['click']): Promise<unknown>;
  /** Sets the handler and runs it for queued requests. Returns the former handler. */
  onRequest(handler: RequestHandler): RequestHandler | undefined;
}

interface HostLinkHandlers {
  readonly onStart: (fields: EmbedFields) => void;
  /** A request arrived before a handler was set. */
  readonly onRequestQueued: () => void;
}

/** Connects to the one origin that opened the embed and ignores all others. */
export function connectToHost(hostOrigin: string | undefined, handlers: HostLinkHandlers): HostLink {
  let port: MessagePort | undefined;
  let handler: RequestHandler | undefined;
  let lastId = 0;
  const waiting: PageRequest[] = [];
  const asked = new Map<number, PromiseWithResolvers<unknown>>();
  const send = (message: FrameMessage) => port?.postMessage(message);

  const reply = async (request: PageRequest) => {
    if (handler === undefined) {
      waiting.push(request);
      return handlers.onRequestQueued();
    }
    try {
      send({ re: request.id, value: await handler(request) });
    } catch (error) {
      send({ re: request.id, error: toWireError(error) });
    }
  };

  const onMessage = ({ data }: MessageEvent<HostMessage>) => {
    if ('re' in data) {
      const request = asked.get(data.re);
      asked.delete(data.re);
      if (data.error) request?.reject(data.error);
      else request?.resolve(data.value);
    } else if (data.type === 'start') {
      send({ re: data.id, value: null });
      handlers.onStart(data.body.fields);
    } else void reply(data);
  };

  if (hostOrigin !== undefined && parent !== window) {
    addEventListener('message', ({ source, origin, data, ports }: MessageEvent<Connect | null>) => {
      if (source !== parent || origin !== hostOrigin || data?.inlay !== 'connect' || !ports[0] || port)
        return;
      port = ports[0];
      port.onmessage = onMessage;
    });
    parent.postMessage({ inlay: 'hello', versions: PROTOCOL_VERSIONS } satisfies Hello, hostOrigin);
  }

  const ask = (message: Omit<FrameRequest, 'id'> | FrameEvent): Promise<unknown> => {
    const reply = Promise.withResolvers<unknown>();
    asked.set(++lastId, reply);
    send({ ...message, id: lastId });
    return reply.promise;
  };

  return {
    emit: (event, detail) => send({ event, detail } as FrameMessage),
    requestToken: async () => ((await ask({ type: 'token', body: null })) as NewToken).token,
    requestClick: (detail) => ask({ event: 'click', detail }),
    onRequest: (next) => {
      const former = handler;
      handler = next;
      for (const request of waiting.splice(0)) void reply(request);
      return former;
    },
  };
}

/** The host receives a code and a message, never a stack trace; details go to the frame's console. */
export function toWireError(error: unknown): WireError {
  const { code, message } = error as Partial<WireError>;
  if (typeof code === 'string' && typeof message === 'string' && !(error instanceof DOMException))
    return { code, message };
  console.error(error);
  return { code: 'INTERNAL', message: 'Unexpected error: see the console.' };
}
