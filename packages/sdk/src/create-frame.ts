import {
  type Connect,
  type EmbedFields,
  type Hello,
  PROTOCOL_VERSIONS,
} from '@inlay/protocol/frame-messages';
import { createElement } from './create-element.ts';

interface FrameOptions {
  /** `{instance_url}`, without a slash at its end. */
  readonly baseUrl: string;
  readonly id: string;
  /** The current options; read again when the frame is reloaded. */
  readonly readFields: () => EmbedFields;
  /** Pixels or `fill`; anything else means the height of the content. */
  readonly frameHeight: string | null | undefined;
  /** Waits until the frame is less than one screen away. */
  readonly lazy: boolean;
  /** The frame has connected and `start` was sent. Called again when the frame is reloaded. */
  readonly onPort: (port: MessagePort) => void;
  readonly onMismatch?: () => void;
  /** The page of the instance has loaded, or an error page of the browser. */
  readonly onLoad?: () => void;
  /** Its signal removes all listeners. */
  readonly ended?: AbortController;
}

/** A frame, without a sandbox (ADR 82), that posts the embed's fields wherever it is inserted (ADR 81) and connects a port to it. */
export function createFrame(options: FrameOptions): HTMLIFrameElement {
  const { baseUrl, frameHeight, ended } = options;
  const { origin } = new URL(baseUrl);
  const page = `${baseUrl}/embed/${encodeURIComponent(options.id)}`;
  const frame = createElement('iframe', {
    // The form targets this name: a page that could guess it could receive the token.
    name: `${crypto.getRandomValues(new Uint32Array(4))}`,
    title: 'Analytics',
    referrerPolicy: 'no-referrer',
    allow: `fullscreen ${origin};clipboard-write ${origin}`,
    // A gray placeholder of the final size avoids layout shifts.
    style: `display:block;width:100%;border:0;background:#8881;height:${
      frameHeight === 'fill' ? '100%' : `${Number(frameHeight) || 320}px`
    }`,
  });

  const currentFields = (): EmbedFields => [
    ['origin', self.origin],
    // The first use of `Intl` costs a slow phone a tenth of a second here, before its first request.
    ['timeZone', globalThis.Temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone],
    // Steps of 40 pixels let viewers with similar screens share a rendered tile.
    ['width', `${Math.round(frame.clientWidth / 40) * 40 || 40}`],
    ...options.readFields(),
  ];

  /** A form's body is in no address, history entry, referrer or access log. */
  const submit = () => {
    const form = createElement('form', {
      method: 'post',
      action: page,
      target: frame.name,
      acceptCharset: 'utf-8',
    });
    for (const [name, value] of currentFields()) form.append(createElement('input', { name, value }));
    frame.after(form);
    // A field named `submit` would shadow the method.
    HTMLFormElement.prototype.submit.call(form);
    form.remove();
  };

  // A frame without `src` is blank when it is inserted, and again whenever it is moved.
  frame.onload = () => {
    if (frame.contentDocument?.URL !== 'about:blank') options.onLoad?.();
    else if (!options.lazy) submit();
    else
      new IntersectionObserver(
        (entries, observer) => {
          if (!entries.some((entry) => entry.isIntersecting)) return;
          observer.disconnect();
          submit();
        },
        { rootMargin: '100%' },
      ).observe(frame);
  };

  addEventListener(
    'securitypolicyviolation',
    ({ disposition, effectiveDirective, blockedURI }) => {
      if (
        disposition === 'enforce' &&
        effectiveDirective === 'form-action' &&
        blockedURI.startsWith(origin)
      ) {
        // The page's address is not secret; everything else, including the token, is sent over the port.
        frame.src ||= `${page}?origin=${self.origin}`;
      }
    },
    ended,
  );

  addEventListener(
    'message',
    ({ source, origin: sender, data }: MessageEvent<Hello | null | undefined>) => {
      // RFC 9700 §4.17: only this frame, and only while it shows the instance.
      if (!source || source !== frame.contentWindow || sender !== origin || data?.inlay !== 'hello') return;
      const version = PROTOCOL_VERSIONS.find((known) => data.versions.includes(known));
      if (!version) return options.onMismatch?.();
      const { port1, port2 } = new MessageChannel();
      frame.style.background = '';
      frame.contentWindow.postMessage({ inlay: 'connect', version } satisfies Connect, origin, [port2]);
      port1.postMessage({ id: 0, type: 'start', body: { fields: currentFields() } });
      options.onPort(port1);
    },
    ended,
  );
  return frame;
}
