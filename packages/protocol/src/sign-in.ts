import Type from 'typebox';
import { type AdminRole, ALL_ADMIN_ROLES } from './admin-role.ts';
import { exact, Nullable, Timestamp, type Wire } from './schema-parts.ts';

/** How somebody proved who they are. */
export const SIGN_IN_METHODS = ['password', 'passkey', 'oidc', 'saml'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** Whether an identity provider decides about second factors. */
export const isProviderMethod = (method: SignInMethod): boolean => method === 'oidc' || method === 'saml';

/** A role for the setting of second factors; `user` for people who manage nothing. */
export type SecondFactorRole = AdminRole | 'user';
const SECOND_FACTOR_ROLES: readonly SecondFactorRole[] = [...ALL_ADMIN_ROLES, 'user'];

export const MAX_SESSION_HOURS = 30 * 24;
/** The use of a session is noted once a minute. */
export const MIN_IDLE_MINUTES = 5;
export const MAX_IDLE_MINUTES = MAX_SESSION_HOURS * 60;

const setting = {
  passwords: Type.Boolean({
    description:
      'Whether people sign in with passwords and passkeys of their accounts here. False leaves identity providers only.',
  }),
  secondFactorRoles: Type.Array(
    Type.Enum(SECOND_FACTOR_ROLES as [SecondFactorRole, ...SecondFactorRole[]], {
      title: 'SecondFactorRole',
    }),
    {
      uniqueItems: true,
      maxItems: SECOND_FACTOR_ROLES.length,
      description:
        'Roles that need a second factor with a password. `user` stands for people without an admin role.',
    },
  ),
  sessionHours: Type.Integer({
    minimum: 1,
    maximum: MAX_SESSION_HOURS,
    description: 'How long a session lasts at most, in hours.',
  }),
  idleMinutes: Nullable(
    Type.Integer({
      minimum: MIN_IDLE_MINUTES,
      maximum: MAX_IDLE_MINUTES,
      description: 'How long a session lasts without a request, in minutes. Null for no limit.',
    }),
  ),
};

/** How people sign in to a tenant, and how long they stay signed in. */
export const SignInSettingsSchema = Type.Object(setting, { ...exact, title: 'SignInSettings' });
export type SignInSettings = Wire<typeof SignInSettingsSchema>;

export const SignInSettingsChangeSchema = Type.Partial(SignInSettingsSchema, {
  ...exact,
  minProperties: 1,
  title: 'SignInSettingsChange',
});
export type SignInSettingsChange = Wire<typeof SignInSettingsChangeSchema>;

export const DEFAULT_SIGN_IN_SETTINGS: SignInSettings = {
  passwords: true,
  secondFactorRoles: [],
  sessionHours: 12,
  idleMinutes: null,
};

export const SessionSchema = Type.Object(
  {
    id: Type.String(),
    method: Type.Enum(SIGN_IN_METHODS, { title: 'SignInMethod' }),
    provider: Nullable(Type.String({ description: 'Id of the identity provider.' })),
    secondFactor: Type.Boolean(),
    userAgent: Nullable(Type.String({ description: 'What the browser or program called itself.' })),
    ip: Nullable(Type.String({ description: 'Address at the sign-in.' })),
    createdAt: Timestamp,
    lastUsedAt: { ...Timestamp, description: 'Exact to the minute.' },
    expiresAt: Timestamp,
    isCurrent: Type.Boolean({ description: 'Whether it sent this request.' }),
  },
  { title: 'Session' },
);
export type Session = Wire<typeof SessionSchema>;

/** A button on the sign-in page. */
export const SignInProviderSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    logo: Nullable(Type.String({ description: 'A data URL.' })),
  },
  { title: 'SignInProvider' },
);
export type SignInProvider = Wire<typeof SignInProviderSchema>;

/** What the sign-in page offers. */
export const SignInOptionsSchema = Type.Object(
  {
    passwords: Type.Boolean(),
    providers: Type.Array(SignInProviderSchema),
    passkeys: Type.Boolean(),
    passwordReset: Type.Boolean({ description: 'Whether a forgotten password is reset by email.' }),
  },
  { title: 'SignInOptions' },
);
export type SignInOptions = Wire<typeof SignInOptionsSchema>;
