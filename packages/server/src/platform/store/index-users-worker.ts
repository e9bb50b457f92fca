import { parentPort, workerData } from 'node:worker_threads';
import { systemTime } from '../time/time.ts';
import { inPortions } from './in-portions.ts';
import { openDatabase } from './open-sqlite.ts';

/** Users indexed per transaction: few enough that no writer waits long. */
const PORTION = 200;

// Runs as a worker until every user is indexed or a stop message arrives. Each portion is one transaction: the next
// run resumes after a crash, and several nodes take turns.
const stop = new AbortController();
parentPort?.once('message', () => stop.abort());

const database = openDatabase(workerData as string);
database.exec('pragma busy_timeout = 10000');
// A power cut may lose the last portions: they are pending again.
database.exec('pragma synchronous = normal');
const pending = database.prepare('select doc from user_search_docs where pending = 1 limit ?');
const docs = '(select value from json_each(?))';
const index = database.prepare(`
  insert or replace into user_search (rowid, text)
  select doc, search_text from user_search_docs
  join users on users.tenant_id = user_search_docs.tenant_id and users.id = user_id
  where doc in ${docs}`);
const settle = database.prepare(`update user_search_docs set pending = 0 where doc in ${docs}`);

try {
  await inPortions(systemTime, async () => indexPortion(), stop.signal);
} finally {
  database.close();
  parentPort?.close();
}

function indexPortion(): number {
  database.exec('begin immediate');
  try {
    const found = pending.all(PORTION).map(({ doc }) => doc);
    const list = JSON.stringify(found);
    index.run(list);
    settle.run(list);
    database.exec('commit');
    return found.length;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}
