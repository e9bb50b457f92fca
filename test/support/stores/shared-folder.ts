import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const newFolder = () => mkdtempSync(join(tmpdir(), 'inlay-shared-'));

/** Of the whole run or, for a file that runs alone, of this process. */
const place = process.env.INLAY_TEST_RUN ?? ownPlace();

function ownPlace(): string {
  const folder = newFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder that the first process of a run fills and the others read: what takes seconds to make takes milliseconds to copy. */
export async function sharedFolder(
  name: string,
  fill: (folder: string) => void | Promise<void>,
): Promise<string> {
  const shared = join(place, name);
  if (existsSync(shared)) return shared;
  const draft = newFolder();
  await fill(draft);
  try {
    renameSync(draft, shared);
  } catch (error) {
    // Another process was faster.
    if (!existsSync(shared)) throw error;
    rmSync(draft, { recursive: true });
  }
  return shared;
}
