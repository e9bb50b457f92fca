#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  console.error(
    `Inlay needs Node 24.15 or newer, and this is ${process.version}: run it with 'npm run inlay -- …'.`,
  );
  process.exit(1);
}
// Password hashes, file access and DNS lookups share these threads, and the default of four would make them wait for one
// another. Node reads the variable when the first of them starts, so it must be set before anything else is loaded.
process.env.UV_THREADPOOL_SIZE ??= '16';
// From the second start on, stripped and compiled modules come from the system's temporary folder.
enableCompileCache();
await import('../dist/main.js');
