import { compileMessages } from './compile/compile-messages.ts';

const problems = compileMessages(import.meta.dirname);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
}
