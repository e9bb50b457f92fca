import Type from 'typebox';
import { exact, Nullable, Timestamp, type Wire } from './schema-parts.ts';

/** What became of an invitation, or of a link to reset a password. */
export const SentLinkSchema = Type.Object(
  {
    sent: Type.Boolean({ description: 'Whether it is sent by email.' }),
    link: Nullable(
      Type.String({
        description: 'Pass it on to the user. Only where no email can be sent; shown only once.',
      }),
    ),
    expiresAt: Timestamp,
  },
  { title: 'SentLink' },
);
export type SentLink = Wire<typeof SentLinkSchema>;

const token = Type.String({ minLength: 1, maxLength: 100 });

export const LinkTokenSchema = Type.Object({ token }, exact);
export const NewPasswordSchema = Type.Object({ token, newPassword: Type.String() }, exact);

/** What a link is for. */
export const PasswordLinkSchema = Type.Object({
  purpose: Type.Enum(['invitation', 'reset']),
  username: Type.String(),
  expiresAt: Timestamp,
});
export type PasswordLink = Wire<typeof PasswordLinkSchema>;

export const ResetRequestSchema = Type.Object(
  { username: Type.String({ minLength: 1, maxLength: 320 }) },
  exact,
);
