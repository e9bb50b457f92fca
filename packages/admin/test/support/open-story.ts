import type { TestContext } from 'node:test';
import type { Schemas } from '../../src/api/operations.ts';
import { list } from './fake-api.ts';
import { openApp } from './open-app.ts';
import { SALES, sampleWorld } from './sample-world.ts';
import { BUILDER_ORDERS } from './stored-tile.ts';
import { versionedRecord } from './versioned-record.ts';

/** The editor of a story with one empty step, and the story as it was saved. */
export async function openStory(test: TestContext, responses: Parameters<typeof openApp>[2] = {}) {
  const record = versionedRecord<'revision', Schemas['Story']>(
    { ...SALES, id: 'story', title: 'Story', steps: [{ id: 'one', title: 'One' }] },
    'revision',
  );
  const app = await openApp(test, '/apps/sales/stories/story', {
    ...sampleWorld,
    'GET /apps/{id}/datasets': () => list(BUILDER_ORDERS),
    'GET /stories/{id}': record.get,
    'PATCH /stories/{id}': record.patch,
    ...responses,
  });
  return { app, record };
}
