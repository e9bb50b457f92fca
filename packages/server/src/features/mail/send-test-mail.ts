import type { MailTest } from '@inlay/protocol/mail-settings';
import { AppError } from '../../platform/errors.ts';
import { type AttemptLimit, recordFailure } from '../../platform/identity/attempt-limit.ts';
import type { UserPrincipal } from '../../platform/identity/principal.ts';
import { MailError } from '../../platform/mail/mail-error.ts';
import { sendMail } from '../../platform/mail/send-mail.ts';
import { newId } from '../../platform/new-id.ts';
import type { Services } from '../../services.ts';
import { findUser } from '../users/index.ts';
import { composeMail } from './compose-mail.ts';
import { findMailServer } from './mail-settings.ts';

/** An administrator can enter any address as their own, which must not get more than a few. */
const TESTS: AttemptLimit = { scope: 'mail-test', failures: 10, windowMs: 600_000, blockMs: 600_000 };

/** Sends a message at once, not through the outbox, to say what is wrong with the settings. */
export async function sendTestMail(
  services: Services,
  { tenantId, userId }: UserPrincipal,
): Promise<MailTest> {
  const { store, time } = services;
  const user = await findUser(store, tenantId, userId);
  if (!user?.email)
    throw new AppError('CONFLICT', {
      message: 'Your account has no email address. Add one under Users, and try again.',
    });
  const server = await findMailServer(services, tenantId);
  if (!server)
    throw new AppError('CONFLICT', { message: 'There is no mail server. Enter one and save the settings.' });
  await limitTests(services, tenantId);
  const message = await composeMail(services, tenantId, user.email, ({ messages, brand }) => {
    const { subject, title, text } = messages.test;
    return { subject: subject({ tenant: brand }), title, text };
  });
  if (!message) throw new AppError('NO_TENANT');
  const recipient = user.email;
  try {
    await sendMail(server, message, { time, id: newId(time.now()) });
    return { sent: true, recipient, problem: null };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { sent: false, recipient, problem: error.message };
  }
}

async function limitTests({ store, time }: Services, tenantId: UserPrincipal['tenantId']): Promise<void> {
  const { blockedForMs } = await store.write((transaction) =>
    recordFailure(transaction, tenantId, TESTS, '', time.now()),
  );
  if (blockedForMs > 0)
    throw new AppError('TOO_MANY_REQUESTS', {
      headers: { 'retry-after': String(Math.ceil(blockedForMs / 1000)) },
    });
}
