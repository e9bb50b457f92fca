#!/usr/bin/env node
// Not by name: Node 20 has no `enableCompileCache`, and would not get as far as the message below.
import module from 'node:module';

if (Number.parseInt(process.versions.node, 10) < 26) {
  console.error(
    `Inlay requires Node.js 26 or newer, but this is ${process.version}. In the repository, 'npm run inlay -- …' brings its own.`,
  );
  process.exit(1);
}
// Password hashes, file access and DNS lookups share these threads, and the default of four would make them wait for one
// another. Node reads the variable when the first of them starts, so it must be set before anything else is loaded.
process.env.UV_THREADPOOL_SIZE ??= '16';
// From the second start on, stripped and compiled modules come from the system's temporary folder.
module.enableCompileCache();
await import('../dist/main.js');
