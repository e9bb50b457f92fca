import assert from 'node:assert/strict';
import { existsSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { eventually } from '../../../../../test/support/time/eventually.ts';

// A process for a test: holds SQLite's write lock until the file named second is there.
const [file = '', until = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec('begin immediate');
writeSync(1, 'locked\n');
await eventually(async () => assert.ok(existsSync(until)));
database.exec('commit');
