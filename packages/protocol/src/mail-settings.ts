import Type from 'typebox';
import { exact, Label, Nullable, Text, Timestamp, type Wire } from './schema-parts.ts';
import { ThemeNameSchema } from './theme.ts';

const Address = Type.String({
  maxLength: 320,
  pattern: '^[^\\s@\\u0000]+@[^\\s@\\u0000]+$',
  'x-problem': 'must be an email address',
  examples: ['analytics@example.com'],
});

/** Every message of the tenant carries it. */
export const MAX_MAIL_LOGO_BYTES = 64 * 1024;

const fields = {
  useOwnServer: Type.Boolean({
    description: 'Whether emails are sent through the SMTP server below, and not that of the instance.',
  }),
  host: Nullable(Text(1, 255, 'Host name of the SMTP server.')),
  port: Nullable(Type.Integer({ minimum: 1, maximum: 65_535 })),
  encryption: Type.Enum(['starttls', 'tls', 'none'], {
    description:
      '`starttls` (usually port 587) and `tls` (usually port 465) are both encrypted. `none` works only for servers in networks that the operator allowed.',
  }),
  username: Nullable(Label()),
  senderName: Nullable(Text(1, 128, 'Null means the name of the tenant.')),
  senderAddress: Nullable(Address),
  replyTo: Nullable(Address),
  theme: Nullable(
    Type.String({
      ...ThemeNameSchema,
      description: 'Name of the theme whose colors emails have. Null means the one that was created first.',
    }),
  ),
  logo: Nullable(
    Type.String({
      maxLength: 'data:image/jpeg;base64,'.length + 4 * Math.ceil(MAX_MAIL_LOGO_BYTES / 3),
      pattern: '^data:image/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$',
      'x-problem': 'must be a PNG or JPEG image of at most 64 KB, as a data URL',
      description:
        'A data URL of a PNG or JPEG image, at most 64 KB and 2000 × 2000 pixels. Emails show it in place of the name of the tenant, up to 200 pixels wide and 32 high, and so do the covers of PDF reports, up to 240 wide and 40 high.',
    }),
  ),
};

export const MailFailureSchema = Type.Object(
  {
    id: Type.String(),
    kind: Type.String({ examples: ['invitation'] }),
    recipient: Nullable(Type.String()),
    failedAt: Timestamp,
    reason: Type.String({ description: 'What happened, and what to do.' }),
  },
  { title: 'MailFailure' },
);

/** How a tenant sends email. */
export const MailSettingsSchema = Type.Object(
  {
    ...fields,
    hasPassword: Type.Boolean(),
    instanceSender: Nullable(
      Type.String({ description: 'Sender of the mail server of the instance. Null if it has none.' }),
    ),
    canSend: Type.Boolean({ description: 'Whether emails can be sent with these settings.' }),
    waiting: Type.Integer({ description: 'Emails that are not sent yet.' }),
    failures: Type.Array(MailFailureSchema, {
      description: 'The latest emails that could not be sent, from the last 14 days.',
    }),
  },
  { title: 'MailSettings' },
);
export type MailSettings = Wire<typeof MailSettingsSchema>;

export const MailSettingsChangeSchema = Type.Object(
  {
    ...Type.Partial(Type.Object(fields)).properties,
    password: Type.Optional(
      Nullable(
        Type.String({ minLength: 1, maxLength: 1024, writeOnly: true, description: 'Null removes it.' }),
      ),
    ),
  },
  { ...exact, minProperties: 1, title: 'MailSettingsChange' },
);
export type MailSettingsChange = Wire<typeof MailSettingsChangeSchema>;

export const MailTestSchema = Type.Object(
  {
    sent: Type.Boolean(),
    recipient: Type.String(),
    problem: Nullable(Type.String({ description: 'What failed, and what to do.' })),
  },
  { title: 'MailTest' },
);
export type MailTest = Wire<typeof MailTestSchema>;
