import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { breakingChanges } from '../api-changes.ts';
import { licenseProblems, makeArtifacts, tarballProblems } from './artifacts.ts';
import { nextVersion, readChangesets, releasedChangelog } from './changesets.ts';
import { setVersion, versionProblems } from './set-version.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Everything up to the tag: version and changelog in a copy, the artifacts from the packages as they are. */
async function dryRun(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'inlay-release-'));
  try {
    for (const file of git(root, 'ls-files', '--cached', '--others', '--exclude-standard').split('\n'))
      if (file && existsSync(join(root, file))) cpSync(join(root, file), join(copy, file));
    const version = setRelease(copy);
    await makeAndCheck(join(copy, 'release'));
    console.log(`\nVersion ${version} can be released. Nothing was changed here.`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function release(): Promise<void> {
  if (git(root, 'status', '--porcelain') !== '') fail('Commit or discard your changes before a release.');
  const version = setRelease(root);
  await makeAndCheck(join(root, 'release'));
  git(root, 'commit', '--all', '--message', `release: ${version}`);
  git(root, 'tag', '--annotate', `v${version}`, '--message', `Inlay ${version}`);
  console.log(`\nCommitted and tagged v${version}. Push both: the workflow publishes.`);
}

/** Where a workflow proves the origin of the packages; see `publishConfig` of each package. */
async function publish(): Promise<void> {
  const target = join(root, 'release');
  await makeAndCheck(target);
  for (const name of namesIn(join(target, 'SHA256SUMS')).filter((one) => one.endsWith('.tgz')))
    run(target, 'npm', ['publish', name, '--provenance', '--access=public']);
}

/** Sets the version and writes the changelog. Returns the version. */
function setRelease(folder: string): string {
  const changelogFile = join(folder, 'CHANGELOG.md');
  const changesets = readChangesets(join(folder, '.changeset'));
  const changelog = readFileSync(changelogFile, 'utf8');
  const current: string = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;
  const version = nextVersion(current, changelog, changesets);
  const date = new Date().toISOString().slice(0, 10);
  setVersion(folder, version);
  writeFileSync(changelogFile, releasedChangelog(changelog, changesets, { version, date }));
  for (const { file } of changesets) rmSync(join(folder, '.changeset', file));
  report('versions', versionProblems(folder), `${version} everywhere, ${changesets.length} changesets`);
  return version;
}

/** Makes the tarballs, the list of components and the checksums, and checks them. */
async function makeAndCheck(target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const tarballs = makeArtifacts(root, target).filter((name) => name.endsWith('.tgz'));
  const contents = tarballs.flatMap((name) => tarballProblems(join(target, name), root));
  report(
    'tarballs',
    contents,
    tarballs.map((name) => `${name} (${kilobytes(join(target, name))} KB)`).join(', '),
  );
  report('licenses', licenseProblems(join(target, 'sbom.cdx.json'), root), 'every installed component');
  report('API', await apiProblems(), 'keeps what clients of the last release use');
  report('checksums', [], namesIn(join(target, 'SHA256SUMS')).join(', '));
}

/** Breaks since the last release; before the first one there are none. */
async function apiProblems(): Promise<readonly string[]> {
  const tag = spawnSync('git', ['describe', '--tags', '--abbrev=0', '--match=v*'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (tag.status !== 0) return [];
  const path = 'docs/reference/openapi.json';
  const before = JSON.parse(git(root, 'show', `${tag.stdout.trim()}:${path}`));
  return breakingChanges(before, JSON.parse(readFileSync(join(root, path), 'utf8')));
}

function report(name: string, problems: readonly string[], summary: string): void {
  if (problems.length === 0) console.log(`✔ ${name}: ${summary}`);
  else fail(`✖ ${name}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}

const namesIn = (sums: string) =>
  readFileSync(sums, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('  ')[1] ?? '');

const kilobytes = (file: string) => Math.ceil(statSync(file).size / 1024);

function git(cwd: string, ...args: readonly string[]): string {
  return run(cwd, 'git', args);
}

function run(cwd: string, command: string, args: readonly string[]): string {
  const done = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (done.status !== 0) fail(`${command} ${args.join(' ')} failed:\n${done.stderr}`);
  return done.stdout;
}

function fail(message: string): never {
  throw new Error(message);
}

const mode = process.argv[2];

switch (mode) {
  case '--dry':
    await dryRun();
    break;
  case '--publish':
    await publish();
    break;
  case undefined:
    await release();
    break;
  default:
    fail(`Unknown option ${mode}. Use --dry, --publish or none.`);
}
