import { existsSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

// A process for a test: holds SQLite's write lock until the file named second is there.
const [file = '', until = ''] = process.argv.slice(2);
const database = new DatabaseSync(file);
database.exec('begin immediate');
writeSync(1, 'locked\n');
while (!existsSync(until)) await sleep(5);
database.exec('commit');
