import type { TenantId } from '@inlay/protocol/tenant-id';
import Type from 'typebox';
import type { EmbedPrincipal } from '../auth/embed-principal.ts';
import { viewerOfContext } from '../flows/viewer-of-context.ts';
import type { Services } from '../services.ts';

/** A user context as a customer's server would sign it. What is wrong in it is said by the checks of the exchange. */
export const ContextBody = Type.Object(
  {},
  {
    additionalProperties: true,
    title: 'UserContext',
    description:
      'As in `embed_context`: `username` and `workspace_id`; `roles`, `privileges`, `groups`, `attributes` and ' +
      '`secrets` where they matter. Secrets are used and never answered.',
    examples: [{ username: 'ann@customer.example', workspace_id: 'main', attributes: { region: 'north' } }],
  },
);

export const CalendarBody = Type.Object(
  {
    timeZone: Type.String({ maxLength: 64, description: 'IANA name. UTC without one.' }),
    weekStart: Type.Integer({ minimum: 1, maximum: 7, description: '1 is Monday.' }),
    fiscalYearStart: Type.Integer({ minimum: 1, maximum: 12 }),
  },
  { additionalProperties: false, title: 'Calendar' },
);

export const UTC_CALENDAR = { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 1 } as const;

export function viewerFrom(services: Services, tenantId: TenantId, context: object): EmbedPrincipal {
  return viewerOfContext(services, tenantId, context as Readonly<Record<string, unknown>>);
}
