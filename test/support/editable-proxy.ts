import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EditableProxy {
  readonly url: string;
  /** Edits the text of a response, by the requested path. */
  edit: (path: string, text: string) => string | { readonly text: string; readonly type: string };
  close(): Promise<void>;
}

/** A proxy between browser and server that imitates another version of the server. */
export async function startEditableProxy(target: string): Promise<EditableProxy> {
  const server = createServer((request, response) => {
    const { 'accept-encoding': _, ...headers } = request.headers;
    const onward = ask(`${target}${request.url}`, { method: request.method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const edited = proxy.edit((request.url ?? '').split('?', 1)[0] ?? '', body.toString());
      const { text, type } = typeof edited === 'string' ? { text: edited, type: undefined } : edited;
      const { 'content-length': _length, 'transfer-encoding': _coding, ...kept } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, { ...kept, ...(type ? { 'content-type': type } : {}) });
      response.end(text === body.toString() ? body : text);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const proxy: EditableProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    edit: (_path, text) => text,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return proxy;
}
