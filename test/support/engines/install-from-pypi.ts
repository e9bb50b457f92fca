import { runProgram } from './run-program.ts';

/** Puts packages, without their dependencies, into the folder; pip knows the index that this machine uses. */
export async function installFromPypi(requirements: readonly string[], folder: string): Promise<void> {
  await runProgram('python3', [
    ...[
      '-m',
      'pip',
      'install',
      '--quiet',
      '--disable-pip-version-check',
      '--root-user-action=ignore',
      '--retries=1',
    ],
    ...['--no-deps', '--only-binary=:all:', `--target=${folder}`, ...requirements],
  ]);
}
