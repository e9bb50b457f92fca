import manifest from '../package.json' with { type: 'json' };

/** The packages that customers install: one for their server, one for their pages. */
export const packageNames = ['node', 'sdk'] as const;

type PackageName = (typeof packageNames)[number];

/** The file that an instance serves under `/packages`. All packages of a release have one version. */
export function packageFile(name: PackageName): string {
  return `inlay-${name}-${manifest.version}.tgz`;
}

/** How every page, guide and snippet says to install a package: from the instance, so that it fits its version. */
export function installCommand(instanceUrl: string, name: PackageName): string {
  return `npm install ${instanceUrl}/packages/${packageFile(name)}`;
}
