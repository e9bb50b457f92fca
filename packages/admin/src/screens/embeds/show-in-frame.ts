import {
  type Connect,
  type EmbedFields,
  type Hello,
  PROTOCOL_VERSIONS,
} from '@inlay/protocol/frame-messages';

/**
 * Opens an embed in a frame of this page as a host page would: the token goes in by a form, so that no address holds
 * it, and over a port once the frame says hello. Answers how to stop listening.
 */
export function showInFrame(
  frame: HTMLIFrameElement,
  embedId: string,
  token: string,
  theme: string,
): () => void {
  const fields: EmbedFields = [
    ['origin', location.origin],
    ['timeZone', Intl.DateTimeFormat().resolvedOptions().timeZone],
    ['width', String(frame.clientWidth)],
    ['height', 'fill'],
    ['theme', theme],
    ['token', token],
  ];
  const listening = new AbortController();
  addEventListener(
    'message',
    ({ source, origin, data }: MessageEvent<Hello | null | undefined>) => {
      if (source !== frame.contentWindow || origin !== location.origin || data?.inlay !== 'hello') return;
      const version = PROTOCOL_VERSIONS.find((known) => data.versions.includes(known));
      if (version === undefined) return;
      const { port1, port2 } = new MessageChannel();
      const connect: Connect = { inlay: 'connect', version };
      frame.contentWindow?.postMessage(connect, location.origin, [port2]);
      port1.postMessage({ id: 0, type: 'start', body: { fields } });
    },
    { signal: listening.signal },
  );
  const form = document.createElement('form');
  form.method = 'post';
  form.action = `/embed/${encodeURIComponent(embedId)}`;
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
  return () => listening.abort();
}
