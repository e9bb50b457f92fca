import Type from 'typebox';
import { exact, Nullable, Text, Timestamp, type Wire } from './schema-parts.ts';

/** What proves, after a right password, that somebody is who they are. */
const SECOND_FACTORS = ['passkey', 'totp', 'recovery-code'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

export const MAX_PASSKEYS = 20;
export const RECOVERY_CODES = 10;
/** How long somebody who signed in need not prove it again before secrets are shown or keys are created. */
export const CONFIRMED_MINUTES = 15;

const PasskeyName = Text(1, 64);

/** Options and responses of WebAuthn as JSON (WebAuthn Level 3 §5.1.8); the library checks their content. */
const WebAuthn = Type.Record(Type.String(), Type.Unknown(), {
  description: 'WebAuthn options or a credential, as JSON.',
});

export const PasskeySchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    isSynced: Type.Boolean({ description: 'Whether a password manager keeps it on several devices.' }),
    createdAt: Timestamp,
    lastUsedAt: Nullable(Timestamp),
  },
  { title: 'Passkey' },
);
export type Passkey = Wire<typeof PasskeySchema>;

/** What the owner of an account can sign in with besides the password. */
export const SecondFactorsSchema = Type.Object(
  {
    passkeys: Type.Array(PasskeySchema),
    totp: Nullable(Type.Object({ createdAt: Timestamp })),
    recoveryCodes: Type.Object({ left: Type.Integer() }),
    isRequired: Type.Boolean({ description: 'Whether the tenant requires one of the role of the user.' }),
  },
  { title: 'SecondFactors' },
);
export type SecondFactors = Wire<typeof SecondFactorsSchema>;

/** Starts adding a passkey, or using one. */
export const WebAuthnOptionsSchema = Type.Object({ options: WebAuthn }, { title: 'WebAuthnOptions' });
export const NewPasskeySchema = Type.Object(
  { name: PasskeyName, response: WebAuthn },
  { ...exact, title: 'NewPasskey' },
);
export const PasskeyChangeSchema = Type.Object({ name: PasskeyName }, { ...exact, title: 'PasskeyChange' });
export const PasskeyResponseSchema = Type.Object({ response: WebAuthn }, exact);

/** A secret for an authenticator app, which counts once a code of it was entered. */
export const NewTotpSchema = Type.Object(
  {
    secret: Type.String({ description: 'Base32. Shown only once.' }),
    uri: Type.String({ description: 'For a QR code: `otpauth://totp/…`.' }),
  },
  { title: 'NewTotp' },
);
export type NewTotp = Wire<typeof NewTotpSchema>;

export const CodeSchema = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: 64 }) },
  { ...exact, title: 'SecondFactorCode' },
);

/** Each works once, instead of the second factor. Shown only once; with the first second factor, and on request. */
export const RecoveryCodesSchema = Type.Object(
  { recoveryCodes: Type.Array(Type.String(), { description: 'Empty where there are codes already.' }) },
  { title: 'RecoveryCodes' },
);
export type RecoveryCodes = Wire<typeof RecoveryCodesSchema>;

/** What the sign-in page asks for after a right password, if a password is not enough. */
export const SignInStepSchema = Type.Union([
  Type.Object({
    next: Type.Literal('second-factor'),
    methods: Type.Array(Type.Enum([...SECOND_FACTORS]), { description: 'Those that the account has.' }),
  }),
  Type.Object(
    { next: Type.Literal('set-up') },
    { description: 'The tenant requires one, and there is none.' },
  ),
]);
export type SignInStep = Wire<typeof SignInStepSchema>;

/** What the sign-in page sends in the step `second-factor`. */
export const SecondFactorProofSchema = Type.Union([
  CodeSchema,
  Type.Object({ recoveryCode: Type.String({ minLength: 1, maxLength: 64 }) }, exact),
  PasskeyResponseSchema,
]);
export type SecondFactorProof = Wire<typeof SecondFactorProofSchema>;

/** How somebody who is signed in can prove again who they are. */
export const ConfirmOptionsSchema = Type.Object({
  methods: Type.Array(Type.Enum(['password', 'passkey', 'totp', 'provider'])),
  provider: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
});
export type ConfirmOptions = Wire<typeof ConfirmOptionsSchema>;

/** What somebody who is signed in sends to prove it, by one of the methods above. */
export const ConfirmationSchema = Type.Union([
  Type.Object({ password: Type.String() }, exact),
  CodeSchema,
  PasskeyResponseSchema,
]);
export type Confirmation = Wire<typeof ConfirmationSchema>;
