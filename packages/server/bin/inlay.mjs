#!/usr/bin/env node
import { enableCompileCache } from 'node:module';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 15)) {
  console.error(
    `Inlay needs Node 24.15 or newer, and this is ${process.version}: run it with 'npm run inlay -- …'.`,
  );
  process.exit(1);
}
// From the second start on, stripped and compiled modules come from the system's temporary folder.
enableCompileCache();
await import('../src/main.ts');
