import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, logInAs } from '../test/support/http/api-client.ts';
import { freePort } from '../test/support/server/free-port.ts';
import { spawnInlay } from '../test/support/server/run-inlay.ts';
import { ADMIN, postgresStore, sqliteStore, type TestStore } from '../test/support/server/start-inlay.ts';
import { startServer } from './load/server-process.ts';
import { ms, perSecond, printTable, type Row } from './table.ts';
import { quantile } from './timed.ts';

/** `INLAY_BENCH_USERS=1000000` for the whole of it. */
const users = Number(process.env.INLAY_BENCH_USERS ?? 100_000);
const everyMs = 20;
const groups = ['north', 'south', 'east'];

/** Importing users beside a server that somebody uses: how long, how much memory, and what the others notice. */
export async function benchUserImport(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-bench-'));
  const files = { 'JSON lines': join(folder, 'users.jsonl'), CSV: join(folder, 'users.csv') };
  await writeLines(files['JSON lines'], '', (user) => JSON.stringify(user));
  await writeLines(files.CSV, 'username,firstName,lastName,groups,workspaceId,attributes\n', csvLine);
  // How a file is read does not depend on the store: each format once, each store once.
  const runs = [
    ['SQLite, JSON lines', sqliteStore, files['JSON lines']],
    ['PostgreSQL, JSON lines', postgresStore, files['JSON lines']],
    ['SQLite, CSV', sqliteStore, files.CSV],
  ] as const;
  const rows: Row[] = [];
  for (const [name, makeStore, file] of runs) {
    const store = await makeStore();
    rows.push(...(await measure(name, store, file)));
    await store.drop();
  }
  rmSync(folder, { recursive: true });
  printTable(
    `Importing ${users.toLocaleString('en')} users beside a server, a request every ${everyMs} ms`,
    rows,
  );
}

async function measure(name: string, store: TestStore, file: string): Promise<Row[]> {
  const port = await freePort();
  const server = await startServer(port, { ...store.env, INLAY_ADMIN_PASSWORD: ADMIN.password });
  try {
    const token = await logInAs(server.url);
    for (const id of groups) await call(`${server.url}/api/v0/groups`, { token, body: { id, name: id } });
    const before = await useServer(server.url, token, sleep(5000));
    const started = performance.now();
    const command = spawnInlay(['user', 'import', file], store.env);
    const used = watchProcess(command.process.pid ?? 0);
    const during = await useServer(server.url, token, command.result);
    const seconds = (performance.now() - started) / 1000;
    const { code, stderr } = await command.result;
    if (code !== 0) throw new Error(stderr);
    const { body } = await call<{ meta: { total: number } }>(`${server.url}/api/v0/users?limit=1`, { token });
    if (body.meta.total !== users + 1) throw new Error(`There are ${body.meta.total} users.`);
    const { mebibytes, cpuSeconds } = used();
    const worst = Math.max(during.read.worst, during.write.worst);
    return [
      { what: name, figure: `${seconds.toFixed(1)} s`, ratio: perSecond(users / seconds) },
      { what: '  its CPU time', figure: `${cpuSeconds.toFixed(1)} s` },
      { what: '  its most memory', figure: `${mebibytes.toFixed(0)} MB` },
      {
        what: '  reads, p50 / p99 / worst',
        figure: shown(during.read),
        ratio: `before: ${shown(before.read)}`,
      },
      {
        what: '  writes, p50 / p99 / worst',
        figure: shown(during.write),
        ratio: `before: ${shown(before.write)}`,
      },
      {
        what: '  requests that failed',
        figure: [during.failures.length, ...new Set(during.failures)].join(' '),
        target: '0',
        met: during.failures.length === 0,
      },
      { what: '  worst of all', figure: ms(worst), target: '≤ 500 ms', met: worst <= 500 },
    ];
  } finally {
    await server.stop();
  }
}

interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
}

const shown = ({ p50, p99, worst }: Times) => [p50, p99, worst].map(ms).join(' / ');

/** Reads and writes in turn, each sent at its time whether or not the one before was answered. */
async function useServer(
  url: string,
  token: string,
  ends: Promise<unknown>,
): Promise<{ readonly read: Times; readonly write: Times; readonly failures: readonly string[] }> {
  const times = { read: [] as number[], write: [] as number[] };
  const under: Promise<unknown>[] = [];
  const failures: string[] = [];
  const ask = async (kind: keyof typeof times) => {
    const sent = performance.now();
    const asking =
      kind === 'read'
        ? call(`${url}/api/v0/users`, { token })
        : call(`${url}/api/v0/groups/north`, { token, method: 'PATCH', body: { name: String(sent) } });
    const said = await asking.then(({ status }) => String(status), String);
    times[kind].push(performance.now() - sent);
    if (said !== '200') failures.push(said);
  };
  let going = true;
  ends.finally(() => {
    going = false;
  });
  for (let turn = 0; going; turn += 1) {
    under.push(ask(turn % 2 === 0 ? 'read' : 'write'));
    await sleep(everyMs);
  }
  await Promise.all(under);
  return { read: summary(times.read), write: summary(times.write), failures };
}

function summary(times: readonly number[]): Times {
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), worst: quantile(times, 1) };
}

/** The most memory that a process has held so far and the CPU time it has used, as Linux counts them. */
function watchProcess(pid: number): () => { readonly mebibytes: number; readonly cpuSeconds: number } {
  let mebibytes = 0;
  let cpuSeconds = 0;
  const look = () => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      mebibytes = Math.max(mebibytes, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
      // After the name, which may hold anything but ends with a bracket: utime and stime, in hundredths.
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      cpuSeconds = Math.max(cpuSeconds, (Number(fields[11]) + Number(fields[12])) / 100);
    } catch {
      clearInterval(timer);
    }
  };
  const timer = setInterval(look, 100);
  return () => {
    clearInterval(timer);
    return { mebibytes, cpuSeconds };
  };
}

interface BenchUser {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly groups: readonly string[];
  readonly workspaceId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const csvLine = ({ username, firstName, lastName, groups: [group], workspaceId, attributes }: BenchUser) =>
  `${username},${firstName},${lastName},${group},${workspaceId},"${JSON.stringify(attributes).replaceAll('"', '""')}"`;

async function writeLines(file: string, head: string, line: (user: BenchUser) => string): Promise<void> {
  const portions = function* () {
    yield head;
    for (let from = 0; from < users; from += 1000) {
      const count = Math.min(1000, users - from);
      yield `${Array.from({ length: count }, (_, index) => line(userNumber(from + index))).join('\n')}\n`;
    }
  };
  await pipeline(portions, createWriteStream(file));
}

/** Names in no order: the index of usernames is written all over, as with a file from another system. */
function userNumber(index: number): BenchUser {
  const name = ((index * 2_654_435_761) % 4_294_967_296).toString(36);
  return {
    username: `${name}.${index}@customer.example`,
    firstName: 'Ann',
    lastName: `Example ${index}`,
    groups: [groups[index % groups.length] ?? ''],
    workspaceId: 'main',
    attributes: { region: groups[index % groups.length], level: index % 10 },
  };
}
