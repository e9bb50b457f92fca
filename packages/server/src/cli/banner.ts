import type { CreatedTenant } from '../features/provisioning/create-tenant.ts';
import { findDefaultTenant, tenantUrl } from '../features/tenants/tenants.ts';
import { findFirstAdmin } from '../features/users/first-admin.ts';
import type { Services } from '../services.ts';
import { INLAY, print } from './command.ts';
import type { Demo } from './prepare-demo.ts';

interface Started {
  readonly port: number;
  /** Set on a first start, when the password of the administrator is known. */
  readonly first: CreatedTenant | undefined;
  readonly demo: Demo | undefined;
}

type Row = readonly [label: string, value: string];

/** Prints the addresses and credentials to get started. */
export async function printBanner(
  { config, store }: Services,
  { port, first, demo }: Started,
): Promise<void> {
  const tenant = first?.tenant ?? (await findDefaultTenant(store));
  const instance = tenant ? tenantUrl(tenant, config.publicUrl).origin : config.publicUrl.origin;
  // A parent process with a channel also starts the demo host application.
  const shop = demo && process.send ? demo.host : undefined;
  // The operator knows a password that they set, and standard output ends up in logs.
  const isGenerated = config.adminPassword === undefined;
  const admin = tenant && (await findFirstAdmin(store, tenant.id));
  const credentials = ({ adminUsername, adminPassword }: CreatedTenant) =>
    `${adminUsername}   password: ${adminPassword}`;
  const shopRows: readonly Row[] = shop
    ? [['Demo shop', `${bold(shop.url)}   a shop with embeds of tenant 'demo'`]]
    : [];
  // Without a tenant of their own, people came for the demo.
  const isDemo = tenant?.id === 'demo';
  const rows: readonly Row[] = [
    ...(isDemo ? shopRows : []),
    ['Admin app', `${bold(`${instance}/admin`)}   tenant '${tenant?.id ?? ''}'`],
    ...(first && isGenerated
      ? [['Admin', credentials(first)] as const]
      : admin
        ? [['Admin', admin] as const]
        : []),
    ...(first ? [['Client id', first.clientId] as const] : []),
    ['Public API', `${instance}/api`],
    ['Documentation', `${instance}/docs`],
    ...(isDemo ? [] : shopRows),
    ...(demo?.created
      ? [['Demo admin', `${demo.host.tenantUrl}/admin   ${credentials(demo.created)}`] as const]
      : []),
    ['Data', config.databaseUrl ? 'PostgreSQL' : config.dataDir],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  const once =
    (first && isGenerated) || demo?.created ? '\n  Store the password now. It is shown only once.\n' : '';
  const lines = rows.map(([label, value]) => `  ${dim(label.padEnd(width))}  ${value}`);
  print(
    `\n  ${bold('Inlay')} is listening on ${config.host}:${port}\n\n${lines.join('\n')}\n${once}${nextStep(tenant?.id, first)}\n  Press Ctrl-C to stop.\n\n`,
  );
}

function nextStep(tenantId: string | undefined, first: CreatedTenant | undefined): string {
  if (tenantId === 'demo') return `\n  Next: create your own tenant with: ${INLAY} tenant create acme\n`;
  return first ? '\n  Next: sign in to the admin app and follow its checklist.\n' : '';
}

const useColor = process.stdout.isTTY && !process.env.NO_COLOR;
const bold = (text: string) => (useColor ? `\u001b[1m${text}\u001b[0m` : text);
const dim = (text: string) => (useColor ? `\u001b[2m${text}\u001b[0m` : text);
