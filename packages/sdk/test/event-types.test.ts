import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { EmbedEvent, EmbedHandle } from '../src/index.ts';

/** The `onEvent` of the guide's React sample: it compiles only while `name` narrows `detail`. */
const chosen = ({ name, detail }: EmbedEvent): unknown => (name === 'click' ? detail.values : undefined);

it("EmbedEvent: the name tells the detail's type, as in the React sample of the guide", () => {
  const click = { name: 'click', detail: { tileId: 'sales', values: { region: 'EU' } } } as const;
  const event = { ...click, embed: {} as EmbedHandle, preventDefault: () => {} };
  assert.deepEqual(chosen(event), { region: 'EU' });
});
