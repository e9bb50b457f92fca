import { resetDemoHost } from '../features/demo/enroll-demo-host.ts';
import { resetDemoInbox } from '../features/demo/enroll-demo-inbox.ts';
import { findTenant } from '../features/tenants/tenants.ts';
import { StartError } from '../platform/errors.ts';
import { defineCommand, print } from './command.ts';
import { withServices } from './with-services.ts';

export const demoResetCredentials = defineCommand({
  summary: 'Give the demo shop new credentials',
  options: {},
  details: `Repairs the demo shop after its client secret or public key was replaced in the Embed Settings of tenant 'demo'.
The replacement stops working. The inbox of its reports gets a new signing secret too. Works while the server is running.`,
  examples: [''],
  run({ env }) {
    return withServices(env, async (services) => {
      const tenant = await findTenant(services.store, 'demo');
      if (!tenant) throw new StartError("Tenant 'demo' does not exist, so there is no demo shop to repair.");
      await resetDemoHost(services, tenant.id);
      await resetDemoInbox(services, tenant.id);
      print('The demo shop has a new client secret and key. Reload its page.\n');
      return 0;
    });
  },
});
