import {
  type Connect,
  type EmbedFields,
  type FrameEventName,
  type FrameEvents,
  type FrameMessage,
  type Hello,
  type HostMessage,
  type HostRequest,
  type NewToken,
  PROTOCOL_VERSIONS,
  type WireError,
} from '@inlay/protocol/frame-messages';

/** Requests that are left once the loader has answered `start`. */
export type LaterRequest = Exclude<HostRequest, { type: 'start' }>;
type AnswerRequest = (request: LaterRequest) => Promise<unknown>;

export interface HostLink {
  emit<Name extends FrameEventName>(event: Name, detail: FrameEvents[Name]): void;
  /** Asks the host for another token. Rejects with a `WireError` where it has none. */
  askToken(): Promise<string>;
  /** What the host asked before is answered now. */
  answerWith(answer: AnswerRequest): void;
}

interface Hear {
  readonly onStart: (fields: EmbedFields) => void;
  /** A request came that nobody answers yet. */
  readonly onWanted: () => void;
}

/** Says hello to the one origin that asked for the embed, and hears nobody else. */
export function connectToHost(hostOrigin: string | undefined, hear: Hear): HostLink {
  let port: MessagePort | undefined;
  let answer: AnswerRequest | undefined;
  let asked = 0;
  const waiting: LaterRequest[] = [];
  const tokens = new Map<number, PromiseWithResolvers<string>>();
  const send = (message: FrameMessage) => port?.postMessage(message);

  const reply = async (request: LaterRequest) => {
    if (answer === undefined) {
      waiting.push(request);
      return hear.onWanted();
    }
    try {
      send({ re: request.id, value: await answer(request) });
    } catch (error) {
      send({ re: request.id, error: toWireError(error) });
    }
  };

  const onMessage = ({ data }: MessageEvent<HostMessage>) => {
    if ('re' in data) {
      const token = tokens.get(data.re);
      tokens.delete(data.re);
      if (data.error) token?.reject(data.error);
      else token?.resolve((data.value as NewToken).token);
    } else if (data.type === 'start') {
      send({ re: data.id, value: null });
      hear.onStart(data.body.fields);
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

  return {
    emit: (event, detail) => send({ event, detail } as FrameMessage),
    askToken: () => {
      const token = Promise.withResolvers<string>();
      tokens.set(++asked, token);
      send({ id: asked, type: 'token', body: null });
      return token.promise;
    },
    answerWith: (given) => {
      answer = given;
      for (const request of waiting.splice(0)) void reply(request);
    },
  };
}

/** Whatever went wrong inside, the host learns a code and a sentence, never a stack: that is for the frame's console. */
export function toWireError(error: unknown): WireError {
  const { code, message } = error as Partial<WireError>;
  if (typeof code === 'string' && typeof message === 'string' && !(error instanceof DOMException))
    return { code, message };
  console.error(error);
  return { code: 'INTERNAL', message: 'Unexpected error: see the console.' };
}
