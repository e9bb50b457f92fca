import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { VARIABLES } from '@inlay/server/config';
import { chartPictures } from '../scripts/dev/chart-pictures.ts';
import { chartReference } from '../scripts/dev/chart-reference.ts';
import { connectionsPage } from '../scripts/reference/connections-page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root });

describe('the documentation', () => {
  it('has no link to a missing file', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(root, dirname(page), target)))
        .map((target) => `${page} links to ${target}`),
    );
    assert.deepEqual(broken, []);
  });

  it('has no link to a missing heading', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
        .map(([, target = '', anchor = '']) => ({
          file: join(dirname(page), target || basename(page)),
          anchor,
        }))
        .filter(({ file, anchor }) => file.endsWith('.md') && !anchorsOf(read(file)).has(anchor))
        .map(({ file, anchor }) => `${page} links to ${file}#${anchor}`),
    );
    assert.deepEqual(broken, []);
  });

  it('lists every page of the guide in its index', () => {
    const index = read('docs/guide/README.md');
    const missing = globSync('docs/guide/*.md', { cwd: root })
      .map((page) => basename(page))
      .filter((page) => page !== 'README.md' && !index.includes(`](${page})`));
    assert.deepEqual(missing, []);
  });

  it('names no missing file of the server', () => {
    const named = [...read('SECURITY.md').matchAll(/`([a-z-]+\/[a-z/-]*(?:\.test)?(?:\.ts)?)`/g)];
    const gone = named
      .map(([, path = '']) => path)
      .filter(
        (path) => !existsSync(join(root, path)) && !existsSync(join(root, 'packages/server/src', path)),
      );
    assert.ok(named.length > 10);
    assert.deepEqual(gone, []);
  });

  it('describes every kind of chart as defined', () => {
    assert.equal(read('docs/reference/charts.md'), chartReference(), 'run npm run reference');
  });

  it('shows every kind of chart as it is drawn, in colors of both modes', () => {
    const folder = 'docs/images/charts';
    const pictures = chartPictures();
    assert.deepEqual(readdirSync(join(root, folder)).sort(), pictures.map(({ name }) => name).sort());
    for (const { name, svg } of pictures) {
      assert.equal(read(`${folder}/${name}`), svg, 'run npm run reference');
      assert.doesNotMatch(svg, /inlay|undefined|data-/, name);
      assert.ok(svg.length < 16_000, name);
    }
  });

  it('explains every setting, and none that does not exist', () => {
    const named = new Set(read('docs/guide/operate.md').match(/\bINLAY_[A-Z_]+\b/g));
    assert.deepEqual([...named].sort(), Object.keys(VARIABLES).sort());
  });

  it('lists the fields of every engine, as `npm run reference` writes them', () => {
    assert.equal(read('docs/reference/connections.md'), connectionsPage());
  });
});

describe('decision records', () => {
  const records = globSync('docs/adr/[0-9]*.md', { cwd: root })
    .sort()
    .map((path) => {
      const file = basename(path);
      const [, number = '', title = ''] = read(path).match(/^# (\d+)\. (.+)$/m) ?? [];
      const [, status = ''] =
        read(path).match(/^Date: \d{4}-\d\d-\d\d\. Status: (accepted|superseded by \[\d+\]\([^)]+\))\./m) ??
        [];
      return { path, file, number, title, status };
    });
  const numbers = new Set(records.map(({ number }) => number));
  const citations = globSync(
    [
      '*.md',
      '.github/**/*.md',
      'docs/**/*.md',
      '{packages,scripts,test,bench,demo,examples,types}/**/*.{ts,tsx,mjs,css,md,sql}',
    ],
    { cwd: root, exclude: (path) => /(^|\/)(node_modules|dist|fixtures)$/.test(path) },
  )
    .filter((file) => file !== 'test/documentation.test.ts')
    .flatMap((file) =>
      [...read(file).matchAll(/\bADRs? (\d+(?:(?:,| and) \d+)*)/g)].flatMap(([, list = '']) =>
        list.split(/,? (?:and )?/).map((number) => ({ file, number })),
      ),
    );

  it('have a number, a date, a status and three sections', () => {
    const malformed = records.filter(({ path, file, number, title, status }) => {
      const sections = [...read(path).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
      return (
        !title ||
        !file.startsWith(`${number.padStart(4, '0')}-`) ||
        !status ||
        sections.join() !== 'Context,Decision,Consequences'
      );
    });
    assert.ok(records.length > 30);
    assert.deepEqual(malformed, []);
  });

  it('are superseded only by records that exist', () => {
    const dangling = records.filter(({ status }) => {
      const [, number = '', file = ''] = status.match(/^superseded by \[(\d+)\]\((\S+)\)$/) ?? [];
      return number && !records.some((record) => record.number === number && record.file === file);
    });
    assert.deepEqual(dangling, []);
  });

  it('are listed in the index with title and status', () => {
    const rows = read('docs/adr/README.md').match(/^\| \d+ \|.*$/gm);
    const expected = records.map(
      ({ number, title, file, status }) => `| ${number} | [${title}](${file}) | ${status} |`,
    );
    assert.deepEqual(rows, expected);
  });

  it('have numbers that the archive does not use', () => {
    const archived = [...read('docs/adr/archive.md').matchAll(/^\| (\d+) \|/gm)].map(
      ([, number = '']) => number,
    );
    assert.ok(archived.length > 30);
    assert.deepEqual(
      archived.filter((number, at) => numbers.has(number) || archived.indexOf(number) !== at),
      [],
    );
  });

  it('exist wherever one is cited', () => {
    assert.deepEqual(
      citations.filter(({ number }) => !numbers.has(number)),
      [],
    );
  });

  it('are cited by the code they govern', () => {
    const cited = new Set(citations.filter(({ file }) => !file.endsWith('.md')).map(({ number }) => number));
    const uncited = records.filter(({ number, status }) => status === 'accepted' && !cited.has(number));
    assert.deepEqual(
      uncited.map(({ file }) => file),
      [],
    );
  });
});

describe('dependencies', () => {
  const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
  const manifests = globSync(['package.json', '{packages,examples}/*/package.json'], { cwd: root }).map(
    (path): Record<string, Record<string, string> | undefined> => JSON.parse(read(path)),
  );
  const declared = manifests
    .flatMap((manifest) => KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {})))
    .filter(([name]) => !name.startsWith('@inlay/'));
  const names = [
    ...new Set([
      ...declared.map(([name]) => name),
      ...manifests.flatMap(({ peerDependencies }) => Object.keys(peerDependencies ?? {})),
    ]),
  ].sort();
  const rows = read('docs/dependencies.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [packages = '', , , , license = '', users = ''] = line
        .split(' | ')
        .map((cell) => cell.replace(/^\| | \|$/g, ''));
      return {
        packages: [...packages.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
        license,
        users: users.split(', '),
      };
    });

  it('have exactly one row each in docs/dependencies.md, and no other row is left', () => {
    assert.deepEqual(rows.flatMap(({ packages }) => packages).sort(), names);
  });

  it('have one exact version in all manifests, and a major version in what customers install', () => {
    // A customer who uses the same package gets one copy of it, and its fixes.
    const ranges = manifests
      .filter(({ publishConfig }) => publishConfig)
      .map(({ dependencies }) => dependencies);
    for (const range of ranges.flatMap((each) => Object.values(each ?? {}))) assert.match(range, /^\^\d+$/);
    const exact = manifests.flatMap((manifest) =>
      KINDS.flatMap((kind) => (ranges.includes(manifest[kind]) ? [] : Object.entries(manifest[kind] ?? {}))),
    );
    const versions = Map.groupBy(
      exact.filter(([name]) => !name.startsWith('@inlay/')),
      ([name]) => name,
    );
    // Angular's compiler, which builds a part of the SDK, needs a TypeScript of its own (ADR 276).
    const loose = [...versions].filter(
      ([name, uses]) =>
        new Set(uses.map(([, version]) => version)).size > (name === 'typescript' ? 2 : 1) ||
        !uses.every(([, version]) => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    );
    assert.deepEqual(loose, []);
  });

  it('have the license and the users that docs/dependencies.md names', () => {
    const wrong = rows.flatMap(({ packages, license, users }) =>
      packages
        .map((name) => ({ name, license: licenseOf(name) }))
        .filter((found) => found.license !== license || !users.every((user) => USERS.has(user))),
    );
    assert.deepEqual(wrong, []);
  });
});

const USERS = new Set(['server', 'browser', 'customer', 'build', 'test']);

/** As the installed package declares it; npm puts a package into a workspace where two versions are needed. */
function licenseOf(name: string): string {
  const [manifest = ''] = globSync(`{.,packages/*}/node_modules/${name}/package.json`, { cwd: root });
  return JSON.parse(read(manifest)).license;
}

/** The anchors of a page's headings, as GitHub derives them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const headings = page.replaceAll(/^```.*?^```/gms, '').matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
