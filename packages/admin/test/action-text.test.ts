import assert from 'node:assert/strict';
import { it } from 'node:test';
import { actionText } from '../src/screens/audit/action-text.ts';

const read: readonly (readonly [string, string])[] = [
  ['login', 'Sign-in'],
  ['tile.publish', 'Tile published'],
  ['dashboard.submit', 'Dashboard submitted'],
  ['tenant-settings.change', 'Tenant settings changed'],
  ['dashboard.read-private', 'Dashboard: read private'],
  ['restart', 'Restart'],
];

for (const [action, words] of read)
  it(`reads ${action} as ${words}`, () => assert.equal(actionText(action), words));
