// `npm run bench` prints every table but that of Superset; `npm run bench -- token-exchange` those that are named.
import { benchAdmin } from './admin.ts';
import { benchBuilder } from './builder.ts';
import { benchBuilderPage } from './builder-page.ts';
import { benchDashboard } from './dashboard.ts';
import { benchEmbed } from './embed.ts';
import { benchEngineProcesses } from './engine-processes.ts';
import { benchExpressions } from './expressions.ts';
import { benchFirstPaint } from './first-paint.ts';
import { benchGrowth } from './growth.ts';
import { benchLogins } from './logins.ts';
import { benchOpenDashboard } from './open-dashboard.ts';
import { benchRenderTiles } from './render-tiles.ts';
import { benchRowRules } from './row-rules.ts';
import { benchScale } from './scale.ts';
import { benchSizing } from './sizing.ts';
import { benchStart } from './start.ts';
import { benchSuperset } from './superset.ts';
import { benchTenants } from './tenants.ts';
import { benchTileQuery } from './tile-query.ts';
import { benchTokenAuthentication } from './token-authentication.ts';
import { benchTokenExchange } from './token-exchange.ts';
import { benchUserImport } from './user-import.ts';
import { benchUsersList } from './users-list.ts';

const benches: Readonly<Record<string, () => Promise<void>>> = {
  start: benchStart,
  logins: benchLogins,
  'users-list': benchUsersList,
  'user-import': benchUserImport,
  'token-exchange': benchTokenExchange,
  'token-authentication': benchTokenAuthentication,
  'render-tiles': benchRenderTiles,
  'first-paint': benchFirstPaint,
  'tile-query': benchTileQuery,
  'engine-processes': benchEngineProcesses,
  expressions: benchExpressions,
  'row-rules': benchRowRules,
  growth: benchGrowth,
  dashboard: benchDashboard,
  'open-dashboard': benchOpenDashboard,
  superset: benchSuperset,
  tenants: benchTenants,
  builder: benchBuilder,
  'builder-page': benchBuilderPage,
  embed: benchEmbed,
  admin: benchAdmin,
  scale: benchScale,
  sizing: benchSizing,
};

/** Installs 700 MB from PyPI. */
const onlyByName = new Set(['superset']);

const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !(name in benches));
if (unknown) {
  console.error(`There is no benchmark '${unknown}'. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
for (const [name, run] of Object.entries(benches)) {
  if (chosen.length === 0 ? !onlyByName.has(name) : chosen.includes(name)) await run();
}
process.exit(0);
