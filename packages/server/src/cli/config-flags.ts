import { type Environment, VARIABLES } from '../config.ts';

type Flags = Record<string, { readonly type: 'string' }>;

/** `--public-url` for `INLAY_PUBLIC_URL`, and so on for every variable. */
export const configFlags: Flags = Object.fromEntries(
  Object.keys(VARIABLES).map((variable) => [flagOf(variable), { type: 'string' }]),
);

/** Flags win over the environment. */
export function withFlags(env: Environment, values: Readonly<Record<string, unknown>>): Environment {
  const given = Object.keys(VARIABLES).flatMap((variable) => {
    const value = values[flagOf(variable)];
    return typeof value === 'string' ? [[variable, value]] : [];
  });
  return { ...env, ...Object.fromEntries(given) };
}

export function flagsHelp(): string {
  const flags = Object.entries(VARIABLES).map(
    ([variable, meaning]) => [`--${flagOf(variable)}`, meaning] as const,
  );
  const width = Math.max(...flags.map(([flag]) => flag.length));
  return flags.map(([flag, meaning]) => `  ${flag.padEnd(width)}  ${meaning}`).join('\n');
}

function flagOf(variable: string): string {
  return variable.replace('INLAY_', '').toLowerCase().replaceAll('_', '-');
}
