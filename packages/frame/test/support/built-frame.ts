import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { buildFrame } from '../../build.ts';

export interface BuiltFrame {
  readonly dist: string;
  readonly manifest: Readonly<Record<string, string>>;
}

let built: Promise<BuiltFrame> | undefined;

/** The frame as it is now, built once for all files of a process. */
export function builtFrame(): Promise<BuiltFrame> {
  built ??= build();
  return built;
}

after(async () => {
  if (built) rmSync((await built).dist, { recursive: true, force: true });
});

async function build(): Promise<BuiltFrame> {
  const dist = mkdtempSync(join(tmpdir(), 'inlay-frame-'));
  return { dist, manifest: await buildFrame(dist) };
}
