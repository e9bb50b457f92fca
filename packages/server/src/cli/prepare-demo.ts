import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseYaml } from '../features/content/content-yaml.ts';
import { demoHostFolder, enrollDemoHost } from '../features/demo/enroll-demo-host.ts';
import { type DemoParts, loadDemo } from '../features/demo/load-demo.ts';
import { findDefaultTenant, tenantUrl } from '../features/tenants/tenants.ts';
import type { Services } from '../services.ts';
import { print } from './command.ts';
import { readFolderFiles } from './folder-files.ts';

/** Settings of the demo host application. */
export interface DemoHost {
  readonly url: string;
  readonly port: number;
  readonly host: string;
  readonly instanceUrl: string;
  readonly tenantId: string;
  readonly credentials: string;
}

const folder = fileURLToPath(new URL('../../../../demo/', import.meta.url));
const tables = ['order_lines', 'ledger', 'shop_visits'];
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
export async function prepareDemo(services: Services, signal: AbortSignal): Promise<DemoHost | undefined> {
  try {
    const tenant = await findDefaultTenant(services.store);
    if (tenant?.id !== 'demo') return undefined;
    await load(services, tenant.id, signal);
    if (!(await enrollDemoHost(services, tenant.id))) {
      print('The demo host application is off because the Embed Settings have your own key.\n');
      return undefined;
    }
    const { demoPort, host, publicUrl } = services.config;
    return {
      url: `http://${publicUrl.hostname}:${demoPort}`,
      port: demoPort,
      host,
      instanceUrl: tenantUrl(tenant, publicUrl).origin,
      tenantId: tenant.id,
      credentials: demoHostFolder(services),
    };
  } catch (error) {
    if (signal.aborted) return undefined;
    services.log.error({ err: error }, 'demo not loaded');
    print(
      `The demo could not be loaded: ${(error as Error).message}\nThe server runs without it. Set INLAY_DEMO=false to turn the demo off.\n`,
    );
    return undefined;
  }
}

async function load(services: Services, tenantId: Parameters<typeof loadDemo>[1], signal: AbortSignal) {
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
