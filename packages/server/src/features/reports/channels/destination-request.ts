import { loadDestinationsMessages } from '@inlay/messages/destinations';
import type { DestinationRow } from '../../../platform/store/schema.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import type { Report } from '../message/report.ts';
import { openAddress } from './destinations.ts';
import type { DestinationRequest } from './post-to-destination.ts';
import { slackMessage } from './slack-message.ts';
import { teamsMessage } from './teams-message.ts';
import { webhookRequest } from './webhook-request.ts';

interface Outgoing {
  readonly report: Report;
  /** What a webhook gets, without the files. */
  readonly payload: object;
  readonly idempotencyKey: string;
  /** Whose rights the message has; null for a test. */
  readonly username: string | null;
  readonly now: number;
}

/** The request that sends a message to a destination, in the format of its kind. */
export async function destinationRequest(
  vault: Vault,
  row: DestinationRow,
  { report, payload, idempotencyKey, username, now }: Outgoing,
): Promise<DestinationRequest> {
  const { url, secret } = openAddress(vault, row);
  const { kind } = row;
  if (kind === 'webhook') {
    // Every webhook was created with one.
    const signed = { secret: secret ?? '', idempotencyKey, now };
    return { kind, url, ...(await webhookRequest(payload, report.files, signed)) };
  }
  const texts = await loadDestinationsMessages(report.language);
  const format = kind === 'slack' ? slackMessage : teamsMessage;
  return { kind, url, headers: {}, body: JSON.stringify(format(report, texts, { username })) };
}
