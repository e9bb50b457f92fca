// The checks of `npm run check`.
// Plain JavaScript without packages, because any Node on the machine may run it.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from '../build/ensure-installed.mjs';

/** `npm test` begins with these. */
export const codeChecks = [
  {
    name: 'types',
    command: ['tsc', '--build', '--builders', '2', '--checkers', '2'],
    // The compiler is written in Go: collecting garbage less often saves a third of its time and takes half a gigabyte more.
    env: { GOGC: '400' },
  },
  {
    name: 'format and lint',
    command: ['biome', 'ci', '--colors=off', '--diagnostic-level=warn', '.'],
    advice: "'npm run format' fixes most of it.",
  },
  {
    name: 'unused code',
    command: ['knip', '--no-progress', '--cache', '--cache-location', '.cache/knip'],
  },
  { name: 'translations', command: ['node', 'scripts/messages.mjs', '--summary'], warns: true },
];

/** Tests that read the code without running the product. `npm test` runs them among the others. */
export const readingTests = {
  name: 'architecture and documentation',
  command: [
    'node',
    '--test',
    'test/architecture.test.ts',
    'test/html-templates.test.ts',
    'test/documentation.test.ts',
    'test/waiting.test.ts',
  ],
};

/** Runs them at once, prints a line for each and the output of those that failed or warn; true if all passed. */
export async function runChecks(checks) {
  const results = await Promise.all(checks.map(check));
  return results.every(Boolean);
}

async function check({ name, command: [tool, ...args], env, advice, warns = false }) {
  const started = performance.now();
  const { passed, output } = await run(tool, args, env);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${passed ? '✔' : '✖'} ${name} (${seconds} s)`);
  if (passed && warns && output !== '') console.warn(output.trimEnd());
  if (!passed) console.error([output.trimEnd(), advice].filter(Boolean).join('\n'));
  return passed;
}

function run(tool, args, env) {
  const bin = join(root, 'node_modules', '.bin');
  const path = [bin, process.env.PATH].join(delimiter);
  return new Promise((resolve) => {
    const child = spawn(join(bin, tool), args, { cwd: root, env: { ...process.env, ...env, PATH: path } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (text) => {
        output += text;
      });
    }
    child.on('error', (error) =>
      resolve({ passed: false, output: `${tool} did not start: ${error.message}` }),
    );
    child.on('close', (code) => resolve({ passed: code === 0, output }));
  });
}
