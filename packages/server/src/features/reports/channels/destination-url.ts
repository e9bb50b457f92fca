import { isIP } from 'node:net';
import type { Destination } from '@inlay/protocol/report-settings';
import type { EgressRules } from '../../../platform/egress/egress-rules.ts';
import { addressProblem } from '../../../platform/egress/url-problem.ts';

/** What is wrong with the URL of a destination; undefined if nothing is. */
export function destinationUrlProblem(
  kind: Destination['kind'],
  text: string,
  egress: EgressRules,
): string | undefined {
  const problem = addressProblem(text, egress);
  if (problem !== undefined) return problem;
  const url = new URL(text);
  if (url.hash !== '') return 'must not contain a fragment (#)';
  // Whoever listed a network of their own may run a gateway to these services there.
  if (kind === 'webhook' || isListedAddress(url.hostname, egress)) return undefined;
  return isAddressOf[kind](url) ? undefined : ADDRESS_OF[kind];
}

/** Rows must not reach another service because somebody chose the wrong kind: its format says nothing to that one. */
const ADDRESS_OF = {
  slack: 'must be the URL of an incoming webhook of Slack, such as https://hooks.slack.com/services/…',
  teams:
    'must be the URL of a workflow for Teams, “Send webhook alerts to a channel”, at logic.azure.com or api.powerplatform.com',
} as const;

const isAddressOf = {
  slack: ({ protocol, hostname, pathname }: URL) =>
    protocol === 'https:' &&
    ['hooks.slack.com', 'hooks.slack-gov.com'].includes(hostname) &&
    // Webhooks of workflows, at /triggers and /workflows, take other fields.
    pathname.startsWith('/services/'),
  teams: ({ protocol, hostname }: URL) =>
    protocol === 'https:' && TEAMS_DOMAINS.some((domain) => hostname.endsWith(`.${domain}`)),
} as const;

/** Of workflows, also in national clouds. */
const TEAMS_DOMAINS = [
  'logic.azure.com',
  'logic.azure.us',
  'logic.azure.cn',
  'api.powerplatform.com',
  'api.gov.powerplatform.microsoft.us',
  'api.high.powerplatform.microsoft.us',
  'api.powerplatform.partner.microsoftonline.cn',
  'powerautomate.com',
  // Connectors of Office 365, which workflows replace.
  'webhook.office.com',
] as const;

function isListedAddress(hostname: string, egress: EgressRules): boolean {
  if (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0) return false;
  try {
    egress.onlyListed.checkLiteral(hostname);
    return true;
  } catch {
    return false;
  }
}
