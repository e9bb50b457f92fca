import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { parseYaml } from '../features/content/as-code/content-yaml.ts';
import { demoHostFolder, enrollDemoHost } from '../features/demo/enroll-demo-host.ts';
import { enrollDemoInbox } from '../features/demo/enroll-demo-inbox.ts';
import { type DemoParts, loadDemo } from '../features/demo/load-demo.ts';
import { type CreatedTenant, createTenant } from '../features/provisioning/create-tenant.ts';
import { findTenant, serverUrl, tenantUrl } from '../features/tenants/tenants.ts';
import type { TokenServices } from '../features/tokens/token-services.ts';
import { AppError } from '../platform/errors.ts';
import type { Services } from '../services.ts';
import { INLAY, print } from './command.ts';
import { readFolderFiles } from './folder-files.ts';

/** Settings of the demo host application. */
export interface DemoHost {
  readonly url: string;
  readonly port: number;
  readonly host: string;
  /** For the shop's server. */
  readonly instanceUrl: string;
  /** For browsers. */
  readonly tenantUrl: string;
  readonly tenantId: string;
  readonly clientId: string;
  readonly credentials: string;
}

/** The demo as it starts. `created` is set if its tenant is new, when the password of its administrator is known. */
export interface Demo {
  readonly host: DemoHost;
  readonly created: CreatedTenant | undefined;
}

const folder = fileURLToPath(new URL('../../../../demo/', import.meta.url));
const tables = ['order_lines', 'customers', 'ledger', 'shop_visits'];
const DEMO = 'demo';
const REPLACED = `The demo shop cannot show its embeds: the client secret or key of tenant 'demo' was replaced.
To repair the shop, which ends the replacement, run: ${INLAY} demo reset-credentials\n`;
const steps = { data: 'three years of orders', content: 'tiles, stories and dashboards' };

/** The demo's files in the repository. */
export function readDemoParts(): DemoParts {
  return {
    script: readFileSync(`${folder}data.sql`, 'utf8'),
    tables,
    files: readFolderFiles(`${folder}content/sales`),
    theme: parseYaml(readFileSync(`${folder}theme.yaml`, 'utf8')).value as DemoParts['theme'],
  };
}

/** Loads the demo if it is missing. Errors are printed, and the server runs without it. */
export async function prepareDemo(services: TokenServices, signal: AbortSignal): Promise<Demo | undefined> {
  try {
    const created = await createDemoTenant(services);
    const tenant = created?.tenant ?? (await findTenant(services.store, DEMO));
    if (!tenant) return undefined;
    await load(services, tenant.id, signal);
    if (await enrollDemoHost(services, tenant.id)) await enrollInbox(services, tenant.id);
    else {
      print(REPLACED);
      // Another node has the credentials.
      if (!existsSync(demoHostFolder(services))) return undefined;
    }
    const settings = await services.settings.read(tenant.id);
    const { demoPort, host, publicUrl } = services.config;
    return {
      created,
      host: {
        url: `http://${publicUrl.hostname}:${demoPort}`,
        port: demoPort,
        host,
        instanceUrl: serverUrl(tenant, publicUrl).origin,
        tenantUrl: tenantUrl(tenant, publicUrl).origin,
        tenantId: tenant.id,
        clientId: settings?.clientId ?? '',
        credentials: demoHostFolder(services),
      },
    };
  } catch (error) {
    if (signal.aborted) return undefined;
    services.log.error({ err: error }, 'demo not loaded');
    print(
      `The demo could not be loaded: ${(error as Error).message}\nThe server runs without it. Start it with --demo false to turn the demo off.\n`,
    );
    return undefined;
  }
}

/** The demo works without: an administrator may have deleted the workspace, or taken the name. */
async function enrollInbox(services: Services, tenantId: TenantId): Promise<void> {
  try {
    await enrollDemoInbox(services, tenantId);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    services.log.warn({ err: error }, 'demo has no inbox for reports');
  }
}

/** Next to tenants of the operator's own. A demo that was deleted does not come back. */
async function createDemoTenant(services: Services): Promise<CreatedTenant | undefined> {
  if ((await findTenant(services.store, DEMO)) || existsSync(demoHostFolder(services))) return undefined;
  try {
    return await createTenant(services, { id: DEMO, name: 'Demo', adminUsername: 'admin@demo.test' });
  } catch (error) {
    // Another node was faster.
    if (error instanceof AppError && error.code === 'CONFLICT') return undefined;
    throw error;
  }
}

async function load(services: Services, tenantId: TenantId, signal: AbortSignal) {
  const started = performance.now();
  let hasPrinted = false;
  const onStep = (step: keyof typeof steps) => {
    print(`${hasPrinted ? ', ' : 'Preparing the demo: '}${steps[step]}`);
    hasPrinted = true;
  };
  await loadDemo(services, tenantId, readDemoParts(), { onStep, signal }).finally(
    () => hasPrinted && print(' '),
  );
  if (hasPrinted) print(`(${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
}
