export interface BareTrino {
  /** Runs a statement to its end and returns its rows, as Trino's protocol wants it and with nothing else. */
  run(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** What Trino recorded of a query. */
  statistics(queryId: string): Promise<{ readonly rowsRead: number; readonly rowsReturned: number }>;
}

interface Page {
  readonly nextUri?: string;
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: { readonly message: string };
}

/** The smallest client of Trino that there can be, for comparison. `url` is that of a connection: with user, catalog, schema. */
export function openBareTrino(url: string): BareTrino {
  const { origin, username, pathname } = new URL(url);
  const [, catalog = '', schema = ''] = pathname.split('/');
  const headers = {
    'X-Trino-User': username,
    'X-Trino-Source': 'bare',
    'X-Trino-Catalog': catalog,
    'X-Trino-Schema': schema,
    'X-Trino-Time-Zone': 'UTC',
    'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME',
  };
  return {
    async run(sql) {
      const rows: (readonly unknown[])[] = [];
      let page = await read(fetch(`${origin}/v1/statement`, { method: 'POST', headers, body: sql }));
      for (;;) {
        if (page.error) throw new Error(page.error.message);
        rows.push(...(page.data ?? []));
        if (page.nextUri === undefined) return rows;
        page = await read(fetch(page.nextUri, { headers }));
      }
    },
    async statistics(queryId) {
      const response = await fetch(`${origin}/v1/query/${queryId}`, { headers });
      const { queryStats } = await response.json();
      return { rowsRead: queryStats.processedInputPositions, rowsReturned: queryStats.outputPositions };
    },
  };
}

async function read(answering: Promise<Response>): Promise<Page> {
  const response = await answering;
  if (!response.ok) throw new Error(`Trino responded with status ${response.status}`);
  return response.json();
}
