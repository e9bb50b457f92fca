import assert from 'node:assert/strict';
import { it } from 'node:test';
import { plainMessage } from '../src/api/plain-message.ts';

const said: readonly (readonly [string, string])[] = [
  ['/username is taken.', 'Username is taken.'],
  ['/firstName must be a text.', 'First name must be a text.'],
  ['/measures/1: growth requires a date.', 'Measures 2: growth requires a date.'],
  ['/measures/2/name repeats.', 'Measures 3 name repeats.'],
  ['/host is wrong; /port is wrong.', 'Host is wrong; port is wrong.'],
  ['Still asked for (/rowRules/0 is wrong).', 'Still asked for (row rules 1 is wrong).'],
  ['Nothing is at /api/v0/nothing here.', 'Nothing is at /api/v0/nothing here.'],
];

for (const [message, words] of said)
  it(`reads ${message} as ${words}`, () => assert.equal(plainMessage(message), words));
