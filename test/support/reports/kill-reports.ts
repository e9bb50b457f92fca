import assert from 'node:assert/strict';
import { readConfig } from '@inlay/server/config';
import { nextDue } from '@inlay/server/features/reports/schedule/next-due';
import { openServices } from '@inlay/server/open-services';
import type { ReportJobRow } from '@inlay/server/platform/store/schema';
import type { Services } from '@inlay/server/services';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../server/free-port.ts';
import { inlayBin, type RunningCommand, spawnNode, untilPrinted } from '../server/run-inlay.ts';
import type { MakeStore } from '../server/start-inlay.ts';
import { startWorld } from '../server/worlds.ts';
import { eventually } from '../time/eventually.ts';
import { turns } from '../time/turns.ts';
import { DAILY, enableReports, readJobs, subscribe, toAddress } from './report-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Longer than a lease. */
const BETWEEN_STARTS = 6 * MINUTE;

export interface KillOptions {
  readonly subscriptions: number;
  /** Processes on the store, which are killed in turn. */
  readonly nodes: number;
}

/** Nodes that are killed again and again while they send what many subscribers are due. */
export interface KilledReports {
  /** Lets the next due time come, kills this many nodes meanwhile, and lets the others finish. */
  killDuringNext(kills: number): Promise<void>;
  /**
   * Each message must have arrived at most once, and what did not arrive must be listed as failed or unknown. Returns what
   * became of them.
   */
  check(): Promise<Deliveries>;
  close(): Promise<void>;
}

/** How many messages of all due times ended in each state, and how many of them arrived. */
export interface Deliveries {
  readonly dueTimes: number;
  readonly states: Readonly<Record<string, number>>;
  readonly received: number;
}

/** Where in the exchange with the mail server a node is killed. */
const MOMENTS = ['recipient', 'data', 'whole', 'accepted', 'later'] as const;
type Moment = (typeof MOMENTS)[number];

export async function startKilledReports(
  makeStore: MakeStore,
  { subscriptions, nodes: count }: KillOptions,
): Promise<KilledReports> {
  const smtp = await startCountingServer();
  const world = await startWorld('embeds', makeStore);
  const env = {
    ...world.store.env,
    INLAY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    INLAY_MAIL_FROM: 'reports@vendor.example',
    INLAY_LOG_LEVEL: 'error',
  };
  await enableReports(world.inlay.services);
  const recipients = Array.from({ length: subscriptions }, (_, index) => `reader-${index}@customer.example`);
  const all = recipients.map((address) => ({ to: toAddress(address) }));
  await subscribe(world.inlay.services, world.setup, all);
  await world.inlay.close();
  const services = await openServices(readConfig(env), { log: pino({ level: 'silent' }) });
  const nodes: RunningCommand[] = [];
  const begin = async (index: number) => {
    nodes[index] = await serve(env, shift);
  };
  let dueAt = nextDue(DAILY, Date.now());
  /** Of the clocks of nodes that start. */
  let shift = dueAt + MINUTE - Date.now();
  const expected: ReportJobRow[] = [];
  let killed = 0;
  const isAllDone = async () => {
    const jobs = await jobsOf(services, dueAt);
    return jobs.length === subscriptions && jobs.every(({ next_at }) => next_at === null);
  };
  const killNext = async () => {
    const victim = killed % nodes.length;
    const { process } = nodes[victim] as RunningCommand;
    const moment = MOMENTS[killed % MOMENTS.length] as Moment;
    smtp.at(moment, 3 + ((killed * 7) % 23), async () => {
      if (moment === 'later') await turns(1 + ((killed * 13) % 40));
      process.kill('SIGKILL');
    });
    // Unless all is sent before it comes to that.
    await eventually(async () => assert.ok(process.signalCode !== null || (await isAllDone())));
    await end(nodes[victim]);
    killed += 1;
    shift += BETWEEN_STARTS;
    await begin(victim);
  };
  return {
    killDuringNext: async (kills) => {
      for (let index = 0; index < count; index += 1) await begin(index);
      for (let kill = 0; kill < kills; kill += 1) await killNext();
      await eventually(async () => assert.ok(await isAllDone()));
      for (const node of nodes) await end(node);
      expected.push(...(await jobsOf(services, dueAt)));
      dueAt += DAY;
      shift += DAY - kills * BETWEEN_STARTS;
    },
    check: async () => checkDeliveries(expected, smtp.received, recipients),
    close: async () => {
      for (const node of nodes) await end(node);
      await services.store.close();
      await smtp.close();
      await world.store.drop();
    },
  };
}

const jobsOf = async (services: Pick<Services, 'store'>, dueAt: number) =>
  (await readJobs(services)).filter(({ due_at }) => due_at === dueAt);

function checkDeliveries(
  jobs: readonly ReportJobRow[],
  received: readonly Received[],
  recipients: readonly string[],
): Deliveries {
  const byJob = Map.groupBy(received, ({ jobId }) => jobId);
  for (const [jobId, messages] of byJob) {
    assert.equal(messages.length, 1, `${messages[0]?.recipient} got the message ${jobId} several times`);
    assert.ok(
      jobs.some(({ id, recipient }) => id === jobId && recipient === messages[0]?.recipient),
      jobId,
    );
  }
  for (const { id, state, recipient, reason } of jobs) {
    const arrived = byJob.has(id);
    assert.ok(state === 'sent' || state === 'unknown' || state === 'failed', state);
    if (state === 'sent') assert.ok(arrived, `${recipient} counts as sent, and got nothing`);
    if (state === 'failed') assert.ok(!arrived, `${recipient} counts as failed, and got it: ${reason}`);
  }
  const times = new Set(jobs.map(({ due_at }) => due_at));
  for (const [due, ofDue] of Map.groupBy(jobs, ({ due_at }) => due_at))
    assert.deepEqual(
      ofDue.map(({ recipient }) => recipient).toSorted(),
      recipients.toSorted(),
      new Date(due).toISOString(),
    );
  const states = Object.fromEntries(
    [...Map.groupBy(jobs, ({ state }) => state)].map(([state, { length }]) => [state, length]),
  );
  return { dueTimes: times.size, states, received: received.length };
}

async function serve(env: Readonly<Record<string, string>>, shift: number): Promise<RunningCommand> {
  const clock = new URL('../time/shifted-clock.ts', import.meta.url).href;
  const command = spawnNode([`--import=${clock}`, inlayBin, 'serve'], {
    ...env,
    INLAY_PORT: String(await freePort()),
    INLAY_TEST_CLOCK_SHIFT: String(shift),
  });
  await untilPrinted(command, /is listening/);
  return command;
}

async function end(command: RunningCommand | undefined): Promise<void> {
  command?.process.kill('SIGKILL');
  await command?.result;
}

interface Received {
  readonly jobId: string;
  readonly recipient: string;
}

interface CountingServer {
  readonly port: number;
  readonly received: readonly Received[];
  /** Calls a function as soon as this many messages from now have come this far. */
  at(moment: Moment, count: number, work: () => Promise<void>): void;
  close(): Promise<void>;
}

/** Notes a message once all of it is there, whether its sender still lives or not. */
async function startCountingServer(): Promise<CountingServer> {
  const received: Received[] = [];
  let wanted: { moment: Moment; left: number; work(): Promise<void> } | undefined;
  const note = (moment: Moment) => {
    const isMoment = wanted?.moment === moment || (wanted?.moment === 'later' && moment === 'accepted');
    if (!wanted || !isMoment) return;
    wanted.left -= 1;
    if (wanted.left > 0) return;
    void wanted.work();
    wanted = undefined;
  };
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    logger: false,
    onRcptTo: (_address, _session, done) => {
      note('recipient');
      done();
    },
    onData: (stream, { envelope }, done) => {
      let text = '';
      note('data');
      stream.setEncoding('latin1');
      stream.on('data', (part: string) => {
        text += part;
      });
      stream.on('end', () => {
        const [, jobId = ''] = /^message-id: <([^@>]+)@/im.exec(text) ?? [];
        received.push({ jobId, recipient: envelope.rcptTo[0]?.address ?? '' });
        note('whole');
        done();
        note('accepted');
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    received,
    at: (moment, left, work) => {
      wanted = { moment, left, work };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
