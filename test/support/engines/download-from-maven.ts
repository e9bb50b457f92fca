import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface MavenArtifact {
  readonly group: string;
  readonly name: string;
  readonly version: string;
  readonly extension: string;
  readonly sha256: string;
}

const CENTRAL = 'https://repo.maven.apache.org/maven2';

/** Writes the artifact to a file. The digest decides, so a mirror is trusted no more than the network. */
export async function downloadFromMaven(artifact: MavenArtifact, file: string): Promise<void> {
  const { group, name, version, extension, sha256 } = artifact;
  const path = `${group.replaceAll('.', '/')}/${name}/${version}/${name}-${version}.${extension}`;
  const response = await fetch(`${repository()}/${path}`);
  if (!response.ok || response.body === null)
    throw new Error(`Maven has no ${group}:${name}:${version}: status ${response.status}`);
  const hash = createHash('sha256');
  const digest = new Transform({
    transform(chunk, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(response.body, digest, createWriteStream(file));
  const found = hash.digest('hex');
  if (found !== sha256)
    throw new Error(`${name}-${version}.${extension} has the digest ${found}, not ${sha256}`);
}

/** The mirror of Maven Central in the user's settings, else Maven Central. */
function repository(settings = join(homedir(), '.m2', 'settings.xml')): string {
  const text = existsSync(settings) ? readFileSync(settings, 'utf8').replaceAll(/<!--[\s\S]*?-->/g, '') : '';
  const mirrors = [...text.matchAll(/<mirror>([\s\S]*?)<\/mirror>/g)].map(([, mirror = '']) => ({
    of: /<mirrorOf>\s*(.*?)\s*<\/mirrorOf>/.exec(mirror)?.[1] ?? '',
    url: /<url>\s*(.*?)\s*<\/url>/.exec(mirror)?.[1],
  }));
  const mirror = mirrors.find(({ of }) =>
    of.split(',').some((id) => ['central', '*', 'external:*'].includes(id)),
  );
  return (mirror?.url ?? CENTRAL).replace(/\/$/, '');
}
