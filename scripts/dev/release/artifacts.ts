import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Packs everything that is published, and writes the list of components and the checksums beside it. */
export function makeArtifacts(root: string, target: string): readonly string[] {
  const published = globSync('packages/*/package.json', { cwd: root }).filter(
    (file) => JSON.parse(readFileSync(join(root, file), 'utf8')).private !== true,
  );
  for (const file of published)
    npm(join(root, file, '..'), ['pack', '--loglevel=error', `--pack-destination=${target}`]);
  npm(root, ['run', '--silent', 'pack:server', '--', target]);
  // Build tools are listed as well, and marked as such: parts of some are inside the bundles.
  writeFileSync(join(target, 'sbom.cdx.json'), npm(root, ['sbom', '--sbom-format=cyclonedx']));
  const files = readdirSync(target).sort();
  const sums = files.map((name) => {
    const hash = createHash('sha256').update(readFileSync(join(target, name)));
    return `${hash.digest('hex')}  ${name}\n`;
  });
  writeFileSync(join(target, 'SHA256SUMS'), sums.join(''));
  return files;
}

/** Text that must not leave this machine: keys, secrets, and addresses of its folders and registries. */
const leaks: Readonly<Record<string, RegExp>> = {
  'a private key': /-----BEGIN (RSA )?PRIVATE KEY-----\n[A-Za-z0-9+/]{60}/,
  'a client secret': /inl_secret_[A-Za-z0-9_-]{30}/,
  'the address of a registry': /"resolved": ?"https?:/,
};

const forbiddenFiles =
  /(^|\/)(test|tests|node_modules\/(typescript|rolldown|vite|@biomejs)|\.env|\.npmrc)(\/|$)/;

/** What must not be in a tarball, by file. */
export function tarballProblems(file: string, root: string): readonly string[] {
  const archive = gunzipSync(readFileSync(file));
  const problems: string[] = [];
  for (const { name, text } of entriesOf(archive)) {
    if (forbiddenFiles.test(name)) problems.push(`${name} does not belong into a package`);
    const found = [
      ...Object.entries(leaks),
      ['a path of this machine', new RegExp(literally(root))] as const,
    ];
    for (const [what, pattern] of found) if (pattern.test(text)) problems.push(`${name} contains ${what}`);
  }
  return problems;
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** The files of a tar archive with short names, which is what npm writes. */
function* entriesOf(archive: Buffer): Generator<{ readonly name: string; readonly text: string }> {
  const field = (start: number, length: number, at: number) =>
    archive.toString('latin1', at + start, at + start + length).replace(/\0.*$/s, '');
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(field(124, 12, at), 8);
    const prefix = field(345, 155, at);
    const name = prefix ? `${prefix}/${field(0, 100, at)}` : field(0, 100, at);
    yield { name, text: archive.toString('latin1', at + 512, at + 512 + size) };
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

/** Licenses that users can accept without asking a lawyer. */
const allowed =
  /^(\(?(MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|OFL-1\.1|MPL-2\.0|Python-2\.0|Zlib|PostgreSQL|WTFPL)( (AND|OR) )?)+\)?$/;

/** Stated in their LICENSE file alone. */
const statedElsewhere: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

interface Component {
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** Components that are installed or bundled with a license that is not allowed. */
export function licenseProblems(sbom: string, root: string): readonly string[] {
  const { components } = JSON.parse(readFileSync(sbom, 'utf8')) as {
    readonly components: readonly Component[];
  };
  return components.flatMap(({ name, version, licenses = [], properties = [] }) => {
    const isBuildTool = properties.some(({ name: key }) => key === 'cdx:npm:package:development');
    if (isBuildTool) return [];
    const named = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '');
    const known =
      named.length > 0 ? named : [statedElsewhere[name] ?? licenseOf(join(root, 'node_modules', name))];
    const refused = known.filter((license) => !allowed.test(license));
    return refused.length === 0
      ? []
      : [`${name} ${version} has the license ${refused.join(', ') || 'unknown'}`];
  });
}

function licenseOf(folder: string): string {
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly license?: string;
  };
  return license ?? '';
}

function npm(cwd: string, args: readonly string[]): string {
  const done = spawnSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 });
  if (done.status !== 0) throw new Error(`npm ${args.join(' ')} failed in ${cwd}:\n${done.stderr}`);
  return done.stdout;
}
