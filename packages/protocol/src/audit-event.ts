import Type from 'typebox';
import { Nullable, Timestamp, type Wire } from './schema-parts.ts';

export const OutcomeSchema = Type.Enum(['success', 'refused']);

export const AuditEventSchema = Type.Object(
  {
    id: Type.String(),
    at: Timestamp,
    action: Type.String({ description: 'What was done or tried, such as `login` or `user.create`.' }),
    outcome: OutcomeSchema,
    actor: Nullable(Type.String({ description: 'Username of who did it.' })),
    target: Nullable(Type.String({ description: 'What it was done to.' })),
    reason: Nullable(Type.String({ description: 'Why it was refused.' })),
    count: Type.Integer({ description: 'Above 1 where equal refusals of one minute are counted together.' }),
    requestId: Nullable(Type.String()),
    ip: Nullable(Type.String()),
    details: Nullable(Type.Unknown()),
  },
  { title: 'AuditEvent' },
);
/** Who did what, as the API shows it. */
export type AuditEvent = Wire<typeof AuditEventSchema>;
