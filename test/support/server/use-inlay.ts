import { after, before } from 'node:test';
import { type ApiCall, type ApiResponse, call, logInAs } from '../http/api-client.ts';
import { type FakeTime, serverTime } from '../time/fake-time.ts';
import {
  type InlayOptions,
  type MakeStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from './start-inlay.ts';
import { storeWith } from './worlds.ts';

/** A server that runs for one `describe`, and helpers for its tests. */
export interface InlayInUse {
  readonly running: TestInlay;
  readonly store: TestStore;
  /** Its clock stops until a test moves it. Its timers go off by themselves, or when a test advances time. */
  readonly time: FakeTime;
  now(): number;
  /** Moves the clock only. */
  pass(ms: number): void;
  call<T = Record<string, never>>(path: string, options?: ApiCall): Promise<ApiResponse<T>>;
  login(username: string, password: string): Promise<ApiResponse<{ token: string }>>;
  /** A token of the administrator: the former while it is good, since a login takes ten times as long as any other call. */
  adminToken(): Promise<string>;
}

/** Starts a server before the tests of the surrounding `describe`, and ends it and its store after them. */
export function useInlay(makeStore: MakeStore, options: Omit<InlayOptions, 'time'> = {}): InlayInUse {
  const time = serverTime(Date.now());
  let store: TestStore;
  let running: TestInlay;
  let token: string | undefined;
  before(async () => {
    store = await storeWith('started', makeStore);
    running = await startInlay(store, { ...options, time });
  });
  after(async () => {
    await running.close();
    await store.drop();
  });
  return {
    get running() {
      return running;
    },
    get store() {
      return store;
    },
    time,
    now: time.now,
    pass: time.setClockBy,
    call: (path, request) => call(`${running.url}${path}`, request),
    login: (username, password) => call(`${running.url}/api/login`, { body: { username, password } }),
    adminToken: async () => {
      const isGood =
        token !== undefined && (await call(`${running.url}/api/v0/me`, { token })).status === 200;
      if (!isGood) token = await logInAs(running.url);
      return token as string;
    },
  };
}
