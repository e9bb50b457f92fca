import type { ContentFile, FolderProblem, SentFile } from '@inlay/content/content-plan';
import { giveWay } from '../../../platform/concurrency/in-slices.ts';
import { isDeeperThan, maxDepth } from '../../../platform/http/json-body.ts';
import { folderError } from './folder-error.ts';

/** As large as the content that other routes accept. */
const MAX_TEXT = 1024 * 1024;

/** Parses files that were sent, one at a time; throws with all of them that cannot be read. */
export async function readSentFiles(sent: readonly SentFile[]): Promise<readonly ContentFile[]> {
  const files: ContentFile[] = [];
  const problems: FolderProblem[] = [];
  for (const { path, text } of sent) {
    await giveWay();
    const refuse = (problem: string) => problems.push({ file: path, path: '', problem });
    if (text.length > MAX_TEXT) refuse('is larger than 1 MiB');
    else if (isDeeperThan(text, maxDepth)) refuse(`is nested more than ${maxDepth} levels deep`);
    // A name that changes what an object is.
    else if (text.includes('"__proto__"')) refuse("contains the forbidden name '__proto__'");
    else
      try {
        files.push({ path, content: JSON.parse(text) });
      } catch {
        refuse('is not valid JSON');
      }
  }
  if (problems.length > 0) throw folderError(problems);
  return files;
}

export const toSentFile = ({ path, content }: ContentFile): SentFile => ({
  path,
  text: JSON.stringify(content ?? null),
});
