import { type Environment, VARIABLES, type Variable } from '../config.ts';

/** `--demo` is short for `--demo true`. */
const SWITCHES: readonly string[] = ['INLAY_DEMO', 'INLAY_METRICS'] satisfies Variable[];

/** An option for each variable: `--public-url` for `INLAY_PUBLIC_URL`. */
export const configFlags = Object.fromEntries(
  Object.entries(VARIABLES).map(([variable, description]) => {
    const isSwitch = SWITCHES.includes(variable);
    const value = isSwitch ? '[true|false]' : (variable.split('_').at(-1) ?? '');
    const option = { type: 'string', value, description, ...(isSwitch && { alone: 'true' }) } as const;
    return [flagOf(variable), option] as const;
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
