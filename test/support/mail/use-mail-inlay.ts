import { after, before } from 'node:test';
import { type ApiCall, type ApiResponse, call, logInAs } from '../http/api-client.ts';
import { type MakeStore, startInlay, type TestInlay, type TestStore } from '../server/start-inlay.ts';
import { storeWith } from '../server/worlds.ts';
import { type FakeTime, serverTime } from '../time/fake-time.ts';
import { type ReceivedMail, type SmtpServer, startSmtpServer } from './start-smtp-server.ts';

/** Longer than the outbox waits before it looks for messages again. */
const POLL_MS = 2500;

/** A server whose operator configured an SMTP server, for one `describe`. */
export interface MailInlay {
  readonly running: TestInlay;
  readonly store: TestStore;
  readonly time: FakeTime;
  readonly smtp: SmtpServer;
  call<T = Record<string, never>>(path: string, options?: ApiCall): Promise<ApiResponse<T>>;
  /** As the admin app at the server's own address. */
  callFromPage<T = Record<string, never>>(path: string, body: object): Promise<ApiResponse<T>>;
  adminToken(): Promise<string>;
  /** Lets the outbox look for messages, and waits for the newest of this many to an address. */
  mailTo(address: string, count?: number): Promise<ReceivedMail>;
}

export const SENDER = 'analytics@vendor.example';

export function useMailInlay(makeStore: MakeStore, env: Readonly<Record<string, string>> = {}): MailInlay {
  const time = serverTime(Date.now());
  let smtp: SmtpServer;
  let store: TestStore;
  let running: TestInlay;
  before(async () => {
    smtp = await startSmtpServer();
    store = await storeWith('started', makeStore);
    const mail = { INLAY_SMTP_URL: smtp.url, INLAY_MAIL_FROM: SENDER };
    running = await startInlay(store, { env: { ...mail, ...env }, time });
  });
  after(async () => {
    await running?.close();
    await smtp?.close();
    await store?.drop();
  });
  return {
    get running() {
      return running;
    },
    get store() {
      return store;
    },
    get smtp() {
      return smtp;
    },
    time,
    call: (path, options) => call(`${running.url}${path}`, options),
    callFromPage: (path, body) =>
      call(`${running.url}${path}`, {
        body,
        headers: { origin: running.url, 'sec-fetch-site': 'same-origin' },
      }),
    adminToken: () => logInAs(running.url),
    mailTo: async (address, count = 1) => {
      await time.advance(POLL_MS);
      const found = await smtp.mailTo(address, count);
      return found[count - 1] as ReceivedMail;
    },
  };
}

/** The token of the link in a message. */
export function tokenIn({ email }: ReceivedMail): string {
  const [, token] = /\/admin\/set-password#([\w-]+)/.exec(email.text ?? '') ?? [];
  if (token === undefined) throw new Error(`No link in: ${email.text}`);
  return token;
}
