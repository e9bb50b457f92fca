import { SAMPLE_DATA } from '@inlay/content/sample-data';
import type { DataMessages } from '@inlay/messages/data';
import type { StartMessages } from '@inlay/messages/start';
import type { Connection } from '@inlay/protocol/connection';
import { api } from '../../../api/api.ts';
import { allConnections, engineList } from '../../../api/common-queries.ts';
import { loadQuery } from '../../../api/query-cache.ts';
import { createFilesConnection } from '../create-files-connection.ts';
import { dismiss, transfers, upload } from '../files/upload-queue.ts';
import { createBundle } from './create-bundle.ts';
import { draftOfSource } from './draft-of-source.ts';
import { filesConnection } from './files-connection.ts';
import { proposeAccess } from './propose-access.ts';
import { proposeDashboard } from './propose-dashboard.ts';
import { readFacts } from './read-facts.ts';
import { sampleOrders } from './sample-orders.ts';

interface Messages {
  readonly data: DataMessages;
  readonly start: StartMessages;
}

/** Uploads sample orders and creates what a file of a person would get. Can be repeated after a failure. */
export async function addSampleData({ data, start: t }: Messages): Promise<void> {
  const { app, dashboard: id, dataset, file } = SAMPLE_DATA;
  const connection = await ensureFilesConnection();
  const table = await uploadText(file, sampleOrders(Date.now()));
  const source = { kind: 'file', file: table } as const;
  const inferred = await api.post('/datasets/infer', { body: { connectionId: connection.id, source } });
  const draft = { ...draftOfSource(dataset, source, inferred, data.measures), name: t.sample.dashboard };
  const found = { ...draft, facts: await readFacts(connection.id, draft) };
  const access = proposeAccess([found]).get(dataset) ?? ({ kind: 'nobody' } as const);
  const fixed = access.kind === 'column' ? [access.column] : [];
  const proposed = proposeDashboard([found], () => fixed, t.proposal);
  await createBundle({
    connectionId: connection.id,
    datasets: [{ ...draft, access }],
    app: { id: app, title: t.sample.app, workspaceId: 'main' },
    ...(proposed && { dashboard: { ...proposed, id, appId: app } }),
  });
}

async function ensureFilesConnection(): Promise<Pick<Connection, 'id'>> {
  const [connections, engines] = await Promise.all([loadQuery(allConnections), loadQuery(engineList)]);
  const connection = filesConnection(connections.data, engines.data);
  if (!connection) throw new Error('This server reads no files.');
  if (!connections.data.some(({ id }) => id === connection.id)) await createFilesConnection(connection);
  return connection;
}

/** The table that the text became. */
async function uploadText(name: string, text: string): Promise<string> {
  await upload(new File([text], name, { type: 'text/csv' }), { resume: false });
  const sent = transfers.value.find((transfer) => transfer.name === name);
  dismiss(name);
  if (!sent?.table) throw new Error(sent?.error);
  return sent.table;
}
