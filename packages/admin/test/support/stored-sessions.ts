import type { Schemas } from '../../src/api/operations.ts';
import { AT } from './sample-world.ts';

/** The session of the page, with defaults. */
export const sessionOf = (more: Partial<Schemas['Session']> = {}): Schemas['Session'] => ({
  id: 'one',
  method: 'password',
  provider: null,
  secondFactor: false,
  userAgent: null,
  ip: null,
  createdAt: AT,
  lastUsedAt: AT,
  expiresAt: AT,
  isCurrent: true,
  ...more,
});

export const SIGN_IN_SETTINGS: Schemas['SignInSettings'] = {
  passwords: true,
  secondFactorRoles: [],
  sessionHours: 12,
  idleMinutes: null,
};
