import { runCommandLine } from './cli/command-line.ts';
import { ignoreClosedOutput } from './cli/ignore-closed-output.ts';
import { keepYoungGenerationSmall } from './platform/process/young-generation.ts';

ignoreClosedOutput();
process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  serve: async () => {
    keepYoungGenerationSmall();
    return (await import('./serve.ts')).serve;
  },
});
