import {
  MAX_IDLE_MINUTES,
  MAX_SESSION_HOURS,
  MIN_IDLE_MINUTES,
  type SignInSettings,
  type SignInSettingsChange,
} from '@inlay/protocol/sign-in';
import { saveSignInSettings } from '../features/tenants/sign-in-settings.ts';
import { OPERATOR } from '../platform/identity/acting.ts';
import { readSignInSettings } from '../platform/identity/sign-in-settings.ts';
import { chosenTenant, TENANT_OPTION } from './chosen-tenant.ts';
import { defineCommand, print } from './command.ts';
import { UsageError } from './usage-error.ts';
import { withServices } from './with-services.ts';

export const tenantSignIn = defineCommand({
  summary: 'Show or change how people sign in to a tenant',
  argument: { label: '[id]', description: TENANT_OPTION.description, isOptional: true },
  options: {
    'allow-passwords': {
      type: 'boolean',
      description: 'Let people sign in with passwords again, when the identity provider does not work',
    },
    'session-hours': { type: 'string', value: 'N', description: 'Longest session, in hours' },
    'idle-minutes': {
      type: 'string',
      value: 'N',
      description: 'Longest time without a request, in minutes, or none',
    },
  },
  details: `Without options, prints the settings. Changes take effect with the next request of every session, on every node.
Second factors stay required of the roles that need them.`,
  examples: ['', '--allow-passwords', 'acme --session-hours 8 --idle-minutes 30'],
  run({ argument: id, values, env }) {
    const hours = values['session-hours'];
    const minutes = values['idle-minutes'];
    const change: SignInSettingsChange = {
      ...(values['allow-passwords'] && { passwords: true }),
      ...(hours !== undefined && { sessionHours: readHours(hours) }),
      ...(minutes !== undefined && { idleMinutes: readMinutes(minutes) }),
    };
    return withServices(env, async (services) => {
      const tenant = await chosenTenant(services, id || undefined);
      const settings =
        Object.keys(change).length > 0
          ? await saveSignInSettings(services, tenant.id, change, { actor: null, caller: OPERATOR })
          : await readSignInSettings(services.store, tenant.id);
      print(`Sign-in to tenant '${tenant.id}':\n\n${describe(settings)}`);
      return 0;
    });
  },
});

const describe = ({ passwords, secondFactorRoles, sessionHours, idleMinutes }: SignInSettings): string =>
  `  Passwords             ${passwords ? 'allowed' : 'switched off'}\n` +
  `  Second factor         ${secondFactorRoles.length === 0 ? 'optional' : `required: ${secondFactorRoles.join(', ')}`}\n` +
  `  Longest session       ${sessionHours} h\n` +
  `  Without a request     ${idleMinutes === null ? 'no limit' : `${idleMinutes} min`}\n`;

function readHours(given: string): number {
  const hours = wholeNumber(given);
  if (hours >= 1 && hours <= MAX_SESSION_HOURS) return hours;
  throw new UsageError(
    `--session-hours must be a whole number from 1 to ${MAX_SESSION_HOURS}, not '${given}'.`,
  );
}

function readMinutes(given: string): number | null {
  if (given === 'none') return null;
  const minutes = wholeNumber(given);
  if (minutes >= MIN_IDLE_MINUTES && minutes <= MAX_IDLE_MINUTES) return minutes;
  throw new UsageError(
    `--idle-minutes must be a whole number from ${MIN_IDLE_MINUTES} to ${MAX_IDLE_MINUTES}, or none, not '${given}'.`,
  );
}

const wholeNumber = (given: string): number => (/^\d{1,6}$/.test(given) ? Number(given) : Number.NaN);
