import { readConfig } from '@inlay/server/config';
import { openStore } from '@inlay/server/platform/store/open-store';
import type { Store } from '@inlay/server/platform/store/store';
import { systemTime } from '@inlay/server/platform/time/time';
import type { TestStore } from '../server/start-inlay.ts';

/** Opens the store by itself, without a server: as one more node would. */
export function openTestStore({ env }: Pick<TestStore, 'env'>): Promise<Store> {
  return openStore(readConfig(env), { time: systemTime });
}
