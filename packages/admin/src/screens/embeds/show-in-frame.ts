import {
  type Connect,
  type EmbedFields,
  type FrameEvent,
  type FrameMessage,
  type Hello,
  type HostRequests,
  type HostRequestType,
  PROTOCOL_VERSIONS,
  type Reply,
} from '@inlay/protocol/frame-messages';
import { effect } from '@preact/signals';
import { isDark } from '../../shell/theme.ts';

interface Shown {
  readonly embedId: string;
  readonly token: string;
  /** Another token when this one has ended. */
  readonly renew: () => Promise<string>;
  /** Other fields of a host page, such as the dashboard that a builder opens. Without `height`, the frame follows its content. */
  readonly fields?: EmbedFields;
  /** Called when the frame has its page, with a way to send it requests. */
  readonly onConnect?: (send: SendRequest) => void;
  readonly onEvent?: (event: FrameEvent) => void;
}

/** Rejects with the frame's error, or when it does not reply in time. */
export type SendRequest = <Type extends HostRequestType>(
  type: Type,
  body: HostRequests[Type]['body'],
) => Promise<HostRequests[Type]['value']>;

const REPLY_MS = 30_000;

/**
 * Opens an embed in a frame of this page as a host page would: the token is sent by a form, so that no URL contains
 * it, and over a port once the frame is ready. It follows the theme of the admin app. Returns a function that stops
 * listening.
 */
export function showInFrame(frame: HTMLIFrameElement, shown: Shown): () => void {
  let theme = currentTheme();
  const fields: EmbedFields = [
    ['origin', location.origin],
    ['timeZone', Intl.DateTimeFormat().resolvedOptions().timeZone],
    ['width', String(frame.clientWidth)],
    ['theme', theme],
    ['renews', '1'],
    ['token', shown.token],
    ...(shown.fields ?? []),
  ];
  const listening = new AbortController();
  let stopFollowing = () => {};
  addEventListener(
    'message',
    ({ source, origin, data }: MessageEvent<Hello | null | undefined>) => {
      if (source !== frame.contentWindow || origin !== location.origin || data?.inlay !== 'hello') return;
      const version = PROTOCOL_VERSIONS.find((known) => data.versions.includes(known));
      if (version === undefined) return;
      const { port1, port2 } = new MessageChannel();
      const connect: Connect = { inlay: 'connect', version };
      frame.contentWindow?.postMessage(connect, location.origin, [port2]);
      const { send, settle } = createRequests(port1);
      port1.onmessage = ({ data: message }: MessageEvent<FrameMessage>) => {
        if ('event' in message) {
          if (message.event === 'resize') frame.style.height = `${message.detail.height}px`;
          shown.onEvent?.(message);
        } else if ('re' in message) settle(message);
        else if (message.type === 'token') void sendToken(port1, message.id, shown.renew);
      };
      port1.postMessage({ id: 0, type: 'start', body: { fields } });
      shown.onConnect?.(send);
      stopFollowing();
      stopFollowing = effect(() => {
        if (theme === currentTheme()) return;
        theme = currentTheme();
        send('set-theme', { theme }).catch(console.warn);
      });
    },
    { signal: listening.signal },
  );
  const form = document.createElement('form');
  form.method = 'post';
  form.action = `/embed/${encodeURIComponent(shown.embedId)}`;
  form.target = frame.name;
  for (const [name, value] of fields) {
    const input = document.createElement('input');
    input.name = name;
    input.value = value;
    form.append(input);
  }
  frame.after(form);
  form.submit();
  form.remove();
  return () => {
    listening.abort();
    stopFollowing();
  };
}

const currentTheme = () => (isDark() ? 'dark' : 'light');

function createRequests(port: MessagePort) {
  const pending = new Map<number, (reply: Reply) => void>();
  let last = 0;
  const send: SendRequest = (type, body) => {
    last += 1;
    const id = last;
    const { promise, resolve, reject } = Promise.withResolvers<HostRequests[typeof type]['value']>();
    const timer = setTimeout(() => {
      pending.delete(id);
      reject(new Error(`The frame did not reply to '${type}'.`));
    }, REPLY_MS);
    pending.set(id, ({ value, error }) => {
      clearTimeout(timer);
      if (error) reject(new Error(error.message));
      else resolve(value as HostRequests[typeof type]['value']);
    });
    port.postMessage({ id, type, body });
    return promise;
  };
  const settle = (reply: Reply) => {
    pending.get(reply.re)?.(reply);
    pending.delete(reply.re);
  };
  return { send, settle };
}

async function sendToken(port: MessagePort, re: number, renew: () => Promise<string>): Promise<void> {
  try {
    port.postMessage({ re, value: { token: await renew() } });
  } catch (error) {
    port.postMessage({ re, error: { code: 'NO_TOKEN', message: (error as Error).message } });
  }
}

/** An unguessable name, the target of the form with the token. Unlike `randomUUID`, it works on plain http. */
export const frameName = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-');
