import type { ContentFile } from '@inlay/content/content-plan';
import type { Environment } from '../../config.ts';
import { UsageError } from '../usage-error.ts';

/** The environment variables that files of connections name as `${NAME}`, without those that are not set. */
export function readVariables(
  files: readonly ContentFile[],
  env: Environment,
): Readonly<Record<string, string>> {
  const names = files
    .filter(({ path }) => path.startsWith('connections/'))
    .flatMap(({ content }) => [...JSON.stringify(content ?? null).matchAll(/\$\{([A-Za-z_]\w{0,127})\}/g)])
    .map(([, name = '']) => name);
  return Object.fromEntries(
    [...new Set(names)].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
}

/** `--map warehouse=warehouse-prod`: the connection in the files, and the one of the instance. */
export function readMapping(given: readonly string[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(
    given.map((text) => {
      const [, from = '', to = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
      if (from === '')
        throw new UsageError(
          `--map must name two connections, such as warehouse=warehouse-prod, but is '${text}'.`,
        );
      return [from.trim(), to.trim()];
    }),
  );
}
