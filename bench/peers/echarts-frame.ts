import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { QueryResult } from '@inlay/protocol/result';
import { rolldown } from 'rolldown';

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Revenue</title><style>body{margin:0;font:14px system-ui}#chart{height:280px}h1{font-size:14px}</style>
<h1>Revenue by week</h1><div id="chart"></div><script type="module" src="/chart.js"></script></html>`;

/** A plain iframe with a chart drawn in it, from rows that are already known: no login, no database. */
export async function startEchartsFrame(
  result: QueryResult,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL('echarts-page.js', import.meta.url)),
    treeshake: true,
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting: false });
  await bundle.close();
  const answers: Readonly<Record<string, readonly [type: string, body: Buffer]>> = {
    '/page': ['text/html; charset=utf-8', gzipSync(page)],
    '/chart.js': ['text/javascript', gzipSync(output[0].code, { level: 9 })],
    '/data': ['application/json', gzipSync(JSON.stringify(result))],
  };
  const server = createServer((request, response) => {
    const [type, body] = answers[request.url ?? ''] ?? ['text/plain', gzipSync('')];
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
