import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  type Changeset,
  nextVersion,
  parseChangeset,
  readChangesets,
  releasedChangelog,
} from '../scripts/dev/release/changesets.ts';
import { versionProblems } from '../scripts/dev/release/set-version.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const changeset = (change: Changeset['change'], section = 'Data', text = 'Something new.'): Changeset => ({
  file: 'any.md',
  change,
  section,
  text,
});
const released = '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2027-01-01\n\n### Added\n\n- Old.\n';

describe('changesets', () => {
  it('of this repository can be read', () => void readChangesets(`${root}.changeset`));

  it('are refused with the name of the file and the reason', () => {
    const parse = (source: string) => () => parseChangeset('odd.md', source);
    assert.throws(parse('text'), /^Error: odd\.md: 'change' must be patch, minor or major\.$/);
    assert.throws(parse('---\nchange: huge\nsection: Data\n---\nText.\n'), /'change' must be/);
    assert.throws(parse('---\nchange: patch\n---\nText.\n'), /'section' must name/);
    assert.throws(parse('---\nchange: patch\nsection: Data\n---\n\n'), /the text is missing/);
  });

  it('decide the version by their largest change', () => {
    const versionAfter = (current: string, ...changes: Changeset['change'][]) =>
      nextVersion(
        current,
        `\n## [${current}]`,
        changes.map((change) => changeset(change)),
      );
    assert.equal(versionAfter('1.2.3', 'patch'), '1.2.4');
    assert.equal(versionAfter('1.2.3', 'patch', 'minor', 'patch'), '1.3.0');
    assert.equal(versionAfter('1.2.3', 'major', 'minor'), '2.0.0');
    assert.equal(versionAfter('0.2.3', 'major'), '0.3.0');
    assert.throws(() => versionAfter('1.2.3'), /Nothing to release/);
    assert.equal(nextVersion('0.1.0', released, []), '0.1.0');
  });

  it('are moved into the section of their release, below what was unreleased', () => {
    const before = released.replace(
      '## [Unreleased]\n',
      '## [Unreleased]\n\n### Added\n\n#### Data\n\n- First.\n\n#### Charts\n\n- Chart.\n\n### Fixed\n\n- Fixed before.\n',
    );
    const changesets = [
      changeset('minor', 'Data', 'Second,\nin two lines.'),
      changeset('patch', 'Fixed', 'Fixed now.'),
      changeset('minor', 'Operation', 'New section.'),
    ];
    assert.equal(
      releasedChangelog(before, changesets, { version: '1.3.0', date: '2027-02-02' }),
      `# Changelog

## [Unreleased]

## [1.3.0] - 2027-02-02

### Added

#### Data

- First.
- Second,
  in two lines.

#### Charts

- Chart.

#### Operation

- New section.

### Fixed

- Fixed before.
- Fixed now.

## [1.2.3] - 2027-01-01

### Added

- Old.
`,
    );
  });

  it('create the sections of a release that has none yet', () => {
    const changesets = [changeset('minor'), changeset('patch', 'Fixed', 'Fixed now.')];
    assert.match(
      releasedChangelog(released, changesets, { version: '1.3.0', date: '2027-02-02' }),
      /## \[1\.3\.0\] - 2027-02-02\n\n### Added\n\n#### Data\n\n- Something new\.\n\n### Fixed\n\n- Fixed now\.\n\n## \[1\.2\.3\]/,
    );
  });
});

describe('the packages', () => {
  it('have one version', () => assert.deepEqual(versionProblems(root), []));
});
