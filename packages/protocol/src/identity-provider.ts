import Type from 'typebox';
import { AdminRoleSchema } from './admin-role.ts';
import { type VisibilityRule, VisibilityRuleSchema } from './rule.ts';
import { exact, Identifier, Nullable, Text, Timestamp, type Wire } from './schema-parts.ts';

export const MAX_PROVIDERS = 20;
export const MAX_CLAIM_RULES = 100;
/** About 24 KB of image as a data URL. */
const MAX_LOGO = 32 * 1024;
/** Metadata of providers with all their services and certificates has up to 100 KB. */
const MAX_METADATA = 500_000;

const Claim = Type.String({
  minLength: 1,
  maxLength: 256,
  description:
    'Name of a claim of the ID token, or of an attribute of the SAML assertion; dots lead into objects, as in `realm_access.roles`.',
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

/** Of every provider: its button, and what its claims decide. */
const shared = {
  name: Text(1, 64, 'What the button on the sign-in page says.'),
  logo: Nullable(
    Type.String({
      maxLength: MAX_LOGO,
      pattern: '^data:image/(png|svg\\+xml|webp|jpeg);base64,[A-Za-z0-9+/]+={0,2}$',
      description: 'A data URL of an image, about 36 × 36 pixels.',
    }),
  ),
  usernameClaim: { ...Claim, description: 'Becomes the username of a new user.' },
  createUsers: Type.Boolean({
    description: 'Whether somebody without an account gets one at the first sign-in.',
  }),
  linkByEmail: Type.Boolean({
    description:
      'Whether somebody takes over the account with their email address. OpenID providers have to mark it as verified; with SAML, this setting says that the provider sends verified addresses only.',
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
};

const oidc = {
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
  signOutAtProvider: Type.Boolean({
    description: 'Whether signing out here ends the session at the provider too.',
  }),
};

/** The parts of a sign-in with each protocol, in their order. */
export const TEST_CHECKS = {
  oidc: ['discovery', 'authorization', 'token', 'id-token', 'claims', 'account'],
  saml: ['authorization', 'response', 'claims', 'account'],
} as const;
export type ProviderKind = keyof typeof TEST_CHECKS;
export type TestCheck = (typeof TEST_CHECKS)[ProviderKind][number];
const ALL_CHECKS: readonly TestCheck[] = [...new Set<TestCheck>([...TEST_CHECKS.oidc, ...TEST_CHECKS.saml])];

/** What a test sign-in found. */
export const ProviderTestSchema = Type.Object(
  {
    at: Timestamp,
    passed: Type.Boolean(),
    checks: Type.Array(
      Type.Object({
        name: Type.Enum(ALL_CHECKS as [TestCheck, ...TestCheck[]], { title: 'TestCheck' }),
        passed: Type.Boolean(),
        reason: Nullable(Type.String({ description: 'What is wrong, and what to do.' })),
      }),
      { description: 'In the order of a sign-in, up to the first that failed.' },
    ),
    claims: Type.Record(Type.String(), Type.String(), {
      description: 'The claims of the ID token, or the attributes of the assertion, as text, shortened.',
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

const state = {
  isEnabled: Type.Boolean({ description: 'Whether the sign-in page offers it.' }),
  test: Nullable(ProviderTestSchema),
  isTested: Type.Boolean({ description: 'Whether a test sign-in passed with the current settings.' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};
const registered = Type.String({ description: 'To register at the provider.' });

/** An identity provider that people sign in with (OpenID Connect). */
export const OidcProviderSchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.Literal('oidc'),
    ...shared,
    ...oidc,
    hasClientSecret: Type.Boolean({ description: 'Without one, Inlay is a public client, with PKCE only.' }),
    ...state,
    redirectUri: registered,
    postLogoutRedirectUri: registered,
    backchannelLogoutUri: registered,
  },
  { title: 'OidcProvider' },
);
export type OidcProvider = Wire<typeof OidcProviderSchema>;

/** An identity provider that people sign in with (SAML 2.0). */
export const SamlProviderSchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.Literal('saml'),
    ...shared,
    entityId: Type.String({ description: 'Of the provider, from its metadata.' }),
    signInUrl: Type.String({ description: 'Where people sign in at the provider, from its metadata.' }),
    certificates: Type.Array(
      Type.Object({
        fingerprint: Type.String({ description: 'SHA-256.', examples: ['4F:2B:9C'] }),
        validUntil: Timestamp,
      }),
      { description: 'That the provider signs with, from its metadata.' },
    ),
    ...state,
    acsUrl: registered,
    spEntityId: { ...registered, description: 'To register at the provider; the address of our metadata.' },
  },
  { title: 'SamlProvider' },
);
export type SamlProvider = Wire<typeof SamlProviderSchema>;

/** One of either protocol. */
export const IdentityProviderSchema = Type.Union([OidcProviderSchema, SamlProviderSchema]);
export type IdentityProvider = Wire<typeof IdentityProviderSchema>;

const { name, ...optional } = shared;
const { issuer, clientId, ...optionalOidc } = oidc;
const partial = <Fields extends Record<string, Type.TSchema>>(fields: Fields) =>
  Type.Partial(Type.Object(fields)).properties;
const chosenId = {
  id: Type.Optional({
    ...Identifier,
    description: 'Part of the addresses to register at the provider. Made from the name if omitted.',
  }),
};
const secret = {
  clientSecret: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 1024, writeOnly: true }))),
};
const metadata = Type.String({
  minLength: 1,
  maxLength: MAX_METADATA,
  writeOnly: true,
  description: 'The SAML metadata of the provider, as XML.',
});

export const NewOidcProviderSchema = Type.Object(
  {
    ...chosenId,
    kind: Type.Optional(Type.Literal('oidc', { default: 'oidc' })),
    name,
    issuer,
    clientId,
    ...partial({ ...optional, ...optionalOidc }),
    ...secret,
  },
  { ...exact, title: 'NewOidcProvider' },
);
export type NewOidcProvider = Wire<typeof NewOidcProviderSchema>;

export const NewSamlProviderSchema = Type.Object(
  { ...chosenId, kind: Type.Literal('saml'), name, metadata, ...partial(optional) },
  { ...exact, title: 'NewSamlProvider' },
);
export type NewSamlProvider = Wire<typeof NewSamlProviderSchema>;

export const NewIdentityProviderSchema = Type.Union([NewOidcProviderSchema, NewSamlProviderSchema]);
export type NewIdentityProvider = Wire<typeof NewIdentityProviderSchema>;

const isEnabled = Type.Optional(Type.Boolean());

export const OidcProviderChangeSchema = Type.Object(
  { ...partial({ ...shared, ...oidc }), ...secret, isEnabled },
  { ...exact, minProperties: 1, title: 'OidcProviderChange' },
);
export type OidcProviderChange = Wire<typeof OidcProviderChangeSchema>;

export const SamlProviderChangeSchema = Type.Object(
  { ...partial({ ...shared, metadata }), isEnabled },
  { ...exact, minProperties: 1, title: 'SamlProviderChange' },
);
export type SamlProviderChange = Wire<typeof SamlProviderChangeSchema>;

export const IdentityProviderChangeSchema = Type.Union([OidcProviderChangeSchema, SamlProviderChangeSchema]);
export type IdentityProviderChange = Wire<typeof IdentityProviderChangeSchema>;
