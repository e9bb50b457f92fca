import assert from 'node:assert/strict';
import { it } from 'node:test';
import { messages as german } from '@inlay/messages/activity/de';
import { messages as english } from '@inlay/messages/activity/en';
import { actionText } from '../src/screens/audit/action-text.ts';

const read: readonly (readonly [string, string, string])[] = [
  ['login', 'Sign-in', 'Anmeldung'],
  ['tile.publish', 'Tile published', 'Kachel veröffentlicht'],
  ['dashboard.submit', 'Dashboard submitted for review', 'Dashboard zur Prüfung eingereicht'],
  ['tenant-settings.change', 'Settings changed', 'Einstellungen geändert'],
  ['dashboard.read-private', 'Private dashboard opened', 'Privates Dashboard geöffnet'],
  ['restart', 'restart', 'restart'],
];

for (const [action, inEnglish, inGerman] of read)
  it(`audit action ${action} reads “${inEnglish}”`, () => {
    assert.equal(actionText(english.audit.actions, action), inEnglish);
    assert.equal(actionText(german.audit.actions, action), inGerman);
  });
