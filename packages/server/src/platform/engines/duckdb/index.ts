import { mkdir } from 'node:fs/promises';
import { defineEngine } from '../define-engine.ts';
import { duckdb as dialect } from './dialect.ts';

export const duckdb = defineEngine({
  name: 'duckdb',
  label: 'Uploaded files',
  about: 'CSV, Parquet and JSON files that you upload.',
  example: 'Our files',
  fields: {},
  dialect,
  highlighting: 'postgresql',
  openFiles: async (_, { files, time }) => {
    // Creates the folder, so that a tenant without uploads gets an error about missing tables instead of a missing
    // folder.
    await mkdir(files.folder, { recursive: true, mode: 0o700 });
    return (await import('./driver.ts')).openDuckdb(files, time);
  },
});
