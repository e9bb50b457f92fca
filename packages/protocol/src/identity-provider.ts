import Type from 'typebox';
import { AdminRoleSchema } from './admin-role.ts';
import { type VisibilityRule, VisibilityRuleSchema } from './rule.ts';
import { exact, Identifier, Nullable, Text, Timestamp, type Wire } from './schema-parts.ts';

export const MAX_PROVIDERS = 20;
export const MAX_CLAIM_RULES = 100;
/** About 24 KB of image as a data URL. */
const MAX_LOGO = 32 * 1024;

const Claim = Type.String({
  minLength: 1,
  maxLength: 256,
  description: 'Name of a claim of the ID token; dots lead into objects, as in `realm_access.roles`.',
  examples: ['email'],
});

/** A condition on claims: `attributes.<claim>` stands for the claim. The first rule, or all, may go without. */
const When = Nullable(
  Type.Unsafe<VisibilityRule>({
    ...VisibilityRuleSchema,
    description: 'Condition on the claims, as `attributes.<claim>`. Null for everybody.',
  }),
);

const rules = <Given extends Record<string, Type.TSchema>>(given: Given, description: string) =>
  Type.Array(Type.Object({ when: When, ...given }, exact), { maxItems: MAX_CLAIM_RULES, description });

const fields = {
  name: Text(1, 64, 'What the button on the sign-in page says.'),
  logo: Nullable(
    Type.String({
      maxLength: MAX_LOGO,
      pattern: '^data:image/(png|svg\\+xml|webp|jpeg);base64,[A-Za-z0-9+/]+={0,2}$',
      description: 'A data URL of an image, about 36 × 36 pixels.',
    }),
  ),
  issuer: Type.String({
    minLength: 1,
    maxLength: 512,
    description: 'Issuer identifier: the address before `/.well-known/openid-configuration`.',
    examples: ['https://login.example.com/realms/company'],
  }),
  clientId: Text(1, 256, 'Client ID that the provider gave to Inlay.'),
  scopes: Type.Array(Type.String({ pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,128}$' }), {
    maxItems: 20,
    description: 'Requested besides `openid`.',
  }),
  usernameClaim: { ...Claim, description: 'Becomes the username of a new user.' },
  createUsers: Type.Boolean({
    description: 'Whether somebody without an account gets one at the first sign-in.',
  }),
  linkByEmail: Type.Boolean({
    description:
      'Whether somebody whose email address the provider marks as verified takes over the account with that address.',
  }),
  roles: rules(
    { role: AdminRoleSchema },
    'The first rule that matches decides the role at every sign-in. Without rules, roles are managed here.',
  ),
  groups: rules(
    { groups: Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { minItems: 1, maxItems: 50 }) },
    'Groups of all rules that match, at every sign-in. Without rules, groups are managed here.',
  ),
  workspaces: rules(
    { workspaceId: Type.String({ minLength: 1, maxLength: 256 }) },
    'The first rule that matches decides the workspace at every sign-in. Without rules, workspaces are managed here.',
  ),
  signOutAtProvider: Type.Boolean({
    description: 'Whether signing out here ends the session at the provider too.',
  }),
};

/** The parts of a sign-in, in their order. */
export const TEST_CHECKS = ['discovery', 'authorization', 'token', 'id-token', 'claims', 'account'] as const;
export type TestCheck = (typeof TEST_CHECKS)[number];

/** What a test sign-in found. */
export const ProviderTestSchema = Type.Object(
  {
    at: Timestamp,
    passed: Type.Boolean(),
    checks: Type.Array(
      Type.Object({
        name: Type.Enum([...TEST_CHECKS]),
        passed: Type.Boolean(),
        reason: Nullable(Type.String({ description: 'What is wrong, and what to do.' })),
      }),
      { description: 'In the order of a sign-in, up to the first that failed.' },
    ),
    claims: Type.Record(Type.String(), Type.String(), {
      description: 'The claims of the ID token as text, shortened.',
    }),
    account: Nullable(
      Type.Object({
        outcome: Type.Enum(['signs in', 'is linked', 'is created']),
        username: Type.String(),
        role: AdminRoleSchema,
        groups: Type.Array(Type.String()),
        workspaceId: Nullable(Type.String()),
      }),
    ),
  },
  { title: 'ProviderTest' },
);
export type ProviderTest = Wire<typeof ProviderTestSchema>;

/** An identity provider that people sign in with (OpenID Connect). */
export const IdentityProviderSchema = Type.Object(
  {
    id: Type.String(),
    ...fields,
    hasClientSecret: Type.Boolean({ description: 'Without one, Inlay is a public client, with PKCE only.' }),
    isEnabled: Type.Boolean({ description: 'Whether the sign-in page offers it.' }),
    test: Nullable(ProviderTestSchema),
    isTested: Type.Boolean({ description: 'Whether a test sign-in passed with the current settings.' }),
    redirectUri: Type.String({ description: 'To register at the provider.' }),
    postLogoutRedirectUri: Type.String({ description: 'To register at the provider.' }),
    backchannelLogoutUri: Type.String({ description: 'To register at the provider.' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'IdentityProvider' },
);
export type IdentityProvider = Wire<typeof IdentityProviderSchema>;

const secret = {
  clientSecret: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 1024, writeOnly: true }))),
};
const { name, issuer, clientId, ...optional } = fields;

export const NewIdentityProviderSchema = Type.Object(
  {
    id: Type.Optional({
      ...Identifier,
      description: 'Part of the addresses to register at the provider. Made from the name if omitted.',
    }),
    name,
    issuer,
    clientId,
    ...Type.Partial(Type.Object(optional)).properties,
    ...secret,
  },
  { ...exact, title: 'NewIdentityProvider' },
);
export type NewIdentityProvider = Wire<typeof NewIdentityProviderSchema>;

export const IdentityProviderChangeSchema = Type.Object(
  {
    ...Type.Partial(Type.Object(fields)).properties,
    ...secret,
    isEnabled: Type.Optional(Type.Boolean()),
  },
  { ...exact, minProperties: 1, title: 'IdentityProviderChange' },
);
export type IdentityProviderChange = Wire<typeof IdentityProviderChangeSchema>;
