import {
  answerResetRequest,
  composeLinkMail,
  LINK_MAIL,
  RESET_REQUEST,
} from './features/invitations/index.ts';
import { composeNotice, findMailServer, NOTICE } from './features/mail/index.ts';
import { startMailDelivery } from './platform/mail/deliver-mail.ts';
import type { Services } from './services.ts';

/** Sends the messages of all features in the background. Returns a function that stops it. */
export function deliverMail(services: Services): () => Promise<void> {
  return startMailDelivery({
    ...services,
    serverOf: (tenantId) => findMailServer(services, tenantId),
    composers: {
      [NOTICE]: composeNotice(services),
      [LINK_MAIL.invitation]: composeLinkMail(services, 'invitation'),
      [LINK_MAIL.reset]: composeLinkMail(services, 'reset'),
      [RESET_REQUEST]: answerResetRequest(services),
    },
  });
}
