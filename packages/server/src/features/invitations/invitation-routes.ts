import { SentLinkSchema } from '@inlay/protocol/password-link';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { afterConfirmation, forAdmins } from '../../platform/http/route-access.ts';
import { byId } from '../../platform/http/route-parameters.ts';
import type { Services } from '../../services.ts';
import { userManagerIn } from '../users/index.ts';
import { sendLink } from './send-link.ts';

/** Links to set a password, for administrators. */
export function invitationRoutes(app: HttpApp, services: Services): void {
  // The link may be returned, and sets a password.
  const config = afterConfirmation(forAdmins('users:write'));
  const tags = ['users'];
  const response = { 200: SentLinkSchema, ...errors(409, 429) };

  app.post('/api/v0/users/:id/invitation', {
    config,
    schema: {
      tags,
      operationId: 'inviteUser',
      summary: 'Invite a user to set a password',
      description: 'Sends a link that is valid once, for 7 days. Where no email can be sent, it is returned.',
      params: byId,
      response,
    },
    handler: (request) => {
      const link = { userId: request.params.id, purpose: 'invitation' } as const;
      return sendLink(services, tenantOf(request), link, userManagerIn(request));
    },
  });

  app.post('/api/v0/users/:id/password-reset', {
    config,
    schema: {
      tags,
      operationId: 'sendPasswordReset',
      summary: 'Send a user a link to reset the password',
      description:
        'Sends a link that is valid once, for 30 minutes. Where no email can be sent, it is returned. The current password keeps working until the user chooses a new one.',
      params: byId,
      response,
    },
    handler: (request) => {
      const link = { userId: request.params.id, purpose: 'reset' } as const;
      return sendLink(services, tenantOf(request), link, userManagerIn(request));
    },
  });
}
