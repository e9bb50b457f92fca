// `npm run bench` prints every table; `npm run bench -- exchange` those that are named. With `--peers`, `exchange` and
// `dashboard` also install and start the products that they compare with.
import { benchAdmin } from './admin.ts';
import { benchApiKeys } from './api-keys.ts';
import { benchBuilder } from './builder.ts';
import { benchBuilderPage } from './builder-page.ts';
import { benchContent } from './content.ts';
import { benchDashboard } from './dashboard.ts';
import { benchEdit } from './edit.ts';
import { benchEmbed } from './embed.ts';
import { benchEngineProcesses } from './engine-processes.ts';
import { benchEventLoop } from './event-loop.ts';
import { benchExchange } from './exchange.ts';
import { benchExpressions } from './expressions.ts';
import { benchFirstPaint } from './first-paint.ts';
import { benchGrowth } from './growth.ts';
import { benchLogins } from './logins.ts';
import { benchOpenDashboard } from './open-dashboard.ts';
import { type BenchOptions, readArguments, UsageError } from './read-arguments.ts';
import { benchRenderTiles } from './render-tiles.ts';
import { benchReports } from './reports.ts';
import { benchRowRules } from './row-rules.ts';
import { benchScale } from './scale.ts';
import { benchSizes } from './sizes.ts';
import { benchSizing } from './sizing.ts';
import { benchStart } from './start.ts';
import { benchTenants } from './tenants.ts';
import { benchTileQuery } from './tile-query.ts';
import { benchTokenAuthentication } from './token-authentication.ts';
import { benchUserImport } from './user-import.ts';
import { benchUsersList } from './users-list.ts';

const benches: Readonly<Record<string, (options: BenchOptions) => Promise<void>>> = {
  start: benchStart,
  logins: benchLogins,
  'users-list': benchUsersList,
  'user-import': benchUserImport,
  content: benchContent,
  exchange: benchExchange,
  'token-authentication': benchTokenAuthentication,
  'api-keys': benchApiKeys,
  'render-tiles': benchRenderTiles,
  'first-paint': benchFirstPaint,
  sizes: benchSizes,
  'tile-query': benchTileQuery,
  'engine-processes': benchEngineProcesses,
  expressions: benchExpressions,
  'row-rules': benchRowRules,
  growth: benchGrowth,
  dashboard: benchDashboard,
  'open-dashboard': benchOpenDashboard,
  'event-loop': benchEventLoop,
  tenants: benchTenants,
  reports: benchReports,
  builder: benchBuilder,
  'builder-page': benchBuilderPage,
  embed: benchEmbed,
  admin: benchAdmin,
  edit: benchEdit,
  scale: benchScale,
  sizing: benchSizing,
};

try {
  const { names, ...options } = readArguments(process.argv.slice(2), Object.keys(benches));
  for (const name of names) await benches[name]?.(options);
  process.exit(0);
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error);
  process.exit(1);
}
