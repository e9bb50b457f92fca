import assert from 'node:assert/strict';
import { join, sep } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { folderTexts } from '../../../src/features/content/as-code/folder-texts.ts';
import { readFolder } from '../../../src/features/content/as-code/read-folder.ts';

const part = fc.oneof(
  fc.constantFrom(
    'tiles',
    'connections',
    '..',
    '.',
    '',
    'a',
    'a.yaml',
    '..yaml',
    '.yaml',
    'C:',
    '~',
    'app.yaml',
  ),
  fc.string({ maxLength: 6 }).map((text) => `${text}.yaml`),
);
const paths = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .chain((parts) => fc.constantFrom('/', '\\', '//', '\0').map((by) => parts.join(by)));

describe('paths of files in the folder of an app', () => {
  it('stay in the folder, or are refused before anything is written', () => {
    fc.assert(
      fc.property(paths, (path) => {
        let written: string | undefined;
        try {
          written = folderTexts([{ path, content: {} }])[0]?.path;
        } catch (error) {
          assert.match(String(error), /^StartError: The instance sent a file with the path /);
          return;
        }
        const place = join('/folder', written ?? '');
        assert.ok(
          place === '/folder/app.yaml' || place.startsWith(`/folder/${path.split('/')[0]}${sep}`),
          place,
        );
        assert.match(path, /^(?:app|[a-z-]+\/[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\.yaml$/);
      }),
    );
  });

  it('are refused by the instance in the same way', async () => {
    const options = { variables: {}, skip: () => false };
    await fc.assert(
      fc.asyncProperty(paths, async (path) => {
        // A tile without fields is refused too, and each refusal names the file.
        await assert.rejects(readFolder([{ path, content: {} }], options), (error: { details: unknown }) => {
          const [first] = error.details as { file: string }[];
          return first?.file === path || first?.file === 'app.yaml';
        });
      }),
    );
  });
});
