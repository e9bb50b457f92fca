import Type from 'typebox';
import { Nullable, Timestamp, type Wire } from './schema-parts.ts';

export const OutcomeSchema = Type.Enum(['success', 'refused']);

export const AuditEventSchema = Type.Object(
  {
    id: Type.String(),
    at: Timestamp,
    action: Type.String({ description: 'The action, such as `login` or `user.create`.' }),
    outcome: OutcomeSchema,
    actor: Nullable(Type.String({ description: 'Username of the person who acted.' })),
    target: Nullable(Type.String({ description: 'The object that was acted on.' })),
    reason: Nullable(Type.String({ description: 'Why the action was refused.' })),
    count: Type.Integer({
      description:
        'Greater than 1 if several identical refusals, or accesses to the same data, within a minute were combined.',
    }),
    rows: Nullable(Type.Integer({ description: 'Rows that were read, if the event is an access to data.' })),
    requestId: Nullable(Type.String()),
    ip: Nullable(Type.String()),
    details: Nullable(Type.Unknown()),
  },
  { title: 'AuditEvent' },
);
/** An audit event as the API returns it. */
export type AuditEvent = Wire<typeof AuditEventSchema>;
