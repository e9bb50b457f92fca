import {
  type MailSettings,
  MailSettingsChangeSchema,
  MailSettingsSchema,
  MailTestSchema,
} from '@inlay/protocol/mail-settings';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, tenantOf, userOf } from '../../platform/http/http-app.ts';
import { afterConfirmation, forAdmins, forLogins } from '../../platform/http/route-access.ts';
import { countWaiting, listFailedMail } from '../../platform/mail/outbox.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { userManagerIn } from '../users/index.ts';
import { changeMailSettings } from './change-mail-settings.ts';
import { canSend, readMailSetup } from './mail-settings.ts';
import { sendTestMail } from './send-test-mail.ts';

const tags = ['mail settings'];
const url = '/api/v0/mail-settings';
const MAX_FAILURES = 20;

/** How the tenant sends email: invitations, links to reset passwords, and notices. */
export function mailSettingsRoutes(app: HttpApp, services: Services): void {
  app.get(url, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'readMailSettings',
      summary: 'Read the mail settings',
      response: { 200: MailSettingsSchema },
    },
    handler: (request) => readDto(services, tenantOf(request).id),
  });

  app.patch(url, {
    // Links that set passwords are sent this way.
    config: afterConfirmation(forLogins('settings:write')),
    schema: {
      tags,
      operationId: 'changeMailSettings',
      summary: 'Change the mail settings',
      description:
        'Only for owners, because links to reset their passwords are sent this way. A stored password has to be sent again if the server or the username changes.',
      body: MailSettingsChangeSchema,
      response: { 200: MailSettingsSchema },
    },
    handler: async (request) => {
      const { id } = tenantOf(request);
      await changeMailSettings(services, id, request.body, userManagerIn(request));
      return readDto(services, id);
    },
  });

  app.post(`${url}/test`, {
    config: forLogins('settings:write'),
    schema: {
      tags,
      operationId: 'testMailSettings',
      summary: 'Send a test email to yourself',
      description: 'Sends it with the saved settings, to the email address of your account.',
      response: { 200: MailTestSchema, ...errors(409, 429) },
    },
    handler: (request) => sendTestMail(services, userOf(request)),
  });
}

async function readDto(
  { store, config }: Pick<Services, 'store' | 'config'>,
  tenantId: TenantId,
): Promise<MailSettings> {
  const { settings, sealedPassword } = await readMailSetup(store, tenantId);
  const failures = await listFailedMail(store, tenantId, MAX_FAILURES);
  return {
    ...settings,
    hasPassword: sealedPassword !== null,
    instanceSender: config.mail?.from ?? null,
    canSend: canSend(settings, config),
    waiting: await countWaiting(store, tenantId),
    failures: failures.map(({ failedAt, ...failure }) => ({ ...failure, failedAt: isoTime(failedAt) })),
  };
}
