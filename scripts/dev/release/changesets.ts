import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const sizes = ['patch', 'minor', 'major'] as const;
type Size = (typeof sizes)[number];

export interface Changeset {
  readonly file: string;
  readonly change: Size;
  readonly section: string;
  readonly text: string;
}

/** Reads `.changeset/*.md` (ADR 287); throws with the name of a file that is not one. */
export function readChangesets(folder: string): readonly Changeset[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
  return files.sort().map((name) => parseChangeset(name, readFileSync(join(folder, name), 'utf8')));
}

export function parseChangeset(file: string, source: string): Changeset {
  const [, head, text] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(source) ?? [];
  const fields = new Map(
    (head ?? '').split('\n').map((line) => line.split(/:\s*/, 2) as [string, string | undefined]),
  );
  const change = sizes.find((size) => size === fields.get('change'));
  const section = fields.get('section');
  if (!change) throw new Error(`${file}: 'change' must be patch, minor or major.`);
  if (!section) throw new Error(`${file}: 'section' must name a heading of the changelog.`);
  if (!text?.trim()) throw new Error(`${file}: the text is missing.`);
  return { file, change, section, text: text.trim() };
}

/** The version that a release gets: the current one if it has never been released. */
export function nextVersion(current: string, changelog: string, changesets: readonly Changeset[]): string {
  if (!changelog.includes(`\n## [${current}]`)) return current;
  const size = sizes.findLast((one) => changesets.some(({ change }) => change === one));
  if (!size) throw new Error(`Nothing to release: .changeset is empty, and ${current} was released.`);
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
  // Before 1.0, a minor version may break.
  if (size === 'major' && major > 0) return `${major + 1}.0.0`;
  return size === 'patch' ? `${major}.${minor}.${patch + 1}` : `${major}.${minor + 1}.0`;
}

const unreleased = '## [Unreleased]\n';

/** The changelog after a release: its own section holds what was unreleased and the changesets. */
export function releasedChangelog(
  changelog: string,
  changesets: readonly Changeset[],
  { version, date }: { readonly version: string; readonly date: string },
): string {
  const start = changelog.indexOf(unreleased);
  if (start < 0) throw new Error("CHANGELOG.md has no section '## [Unreleased]'.");
  const from = start + unreleased.length;
  const next = changelog.indexOf('\n## [', from);
  const rest = next < 0 ? '' : changelog.slice(next);
  const notes = changesets.reduce(withEntry, changelog.slice(from, next < 0 ? undefined : next).trim());
  return `${changelog.slice(0, from)}\n## [${version}] - ${date}\n\n${notes}\n${rest}`;
}

/** Adds an entry at the end of its section, which is created if it is missing. */
function withEntry(notes: string, { section, text }: Changeset): string {
  const entry = `- ${text.replaceAll('\n', '\n  ')}`;
  const blocks = notes.split(/\n(?=#{3,4} )/).flatMap((block) => block.trim() || []);
  const titles = blocks.map((block) => block.split('\n', 1)[0]?.replace(/^#+ /, ''));
  const found = titles.indexOf(section);
  if (found >= 0) blocks[found] += `${blocks[found]?.includes('\n') ? '\n' : '\n\n'}${entry}`;
  else if (section === 'Fixed') blocks.push(`### Fixed\n\n${entry}`);
  else {
    if (!titles.includes('Added')) blocks.unshift('### Added');
    const end = blocks.findIndex((block) => block.startsWith('### Fixed'));
    blocks.splice(end < 0 ? blocks.length : end, 0, `#### ${section}\n\n${entry}`);
  }
  return blocks.join('\n\n');
}
