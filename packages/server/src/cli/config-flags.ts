import { type Environment, VARIABLES } from '../config.ts';

/** An option for each variable: `--public-url` for `INLAY_PUBLIC_URL`. */
export const configFlags = Object.fromEntries(
  Object.entries(VARIABLES).map(([variable, description]) => {
    const value = variable.split('_').at(-1) ?? '';
    return [flagOf(variable), { type: 'string', value, description }] as const;
  }),
);

/** Options override the environment. */
export function withFlags(env: Environment, values: Readonly<Record<string, unknown>>): Environment {
  const given = Object.keys(VARIABLES).flatMap((variable) => {
    const value = values[flagOf(variable)];
    return typeof value === 'string' ? [[variable, value]] : [];
  });
  return { ...env, ...Object.fromEntries(given) };
}

function flagOf(variable: string): string {
  return variable.replace('INLAY_', '').toLowerCase().replaceAll('_', '-');
}
