import type { AdminView } from '@inlay/protocol/admin-view';

/** A view's file is the screen of this name, and what that file needs. */
export type OpeningView = Omit<AdminView, 'files'> & { readonly screen: string };

const embeds = [
  'embeds?limit=25&page={page:1}&q={q}&app={app}&state={state}',
  'apps?limit=200',
  'usage?days=30',
  'embed-settings',
];
const users = [
  'users?limit=25&page={page:1}&q={q}&role={role}&group={group}&workspace={workspace}&status={status}',
  'groups?limit=200',
  'workspaces?limit=200',
];
const groups = ['groups?limit=25&page={page:1}'];
const workspaces = ['workspaces?limit=25&page={page:1}'];
const dataset = ['datasets/:id', 'connections?limit=200'];

const view = (path: string, screen: string, ...requests: readonly string[]): OpeningView => ({
  path,
  screen: `${screen}-screen`,
  requests,
});

/**
 * What each view begins with. It is asked for before anything of the view runs, and the view takes these answers when it
 * asks for the same: what is missing here comes later, and what is wrong here is asked for in vain.
 */
export const openingViews: readonly OpeningView[] = [
  view(
    '/embed-settings',
    'embed-settings',
    'embed-settings',
    'audit-events?action=token.issue&outcome=success&limit=1',
    'embeds?state=published&limit=1',
    'usage?days=1',
  ),
  view('/embed-settings/server-code', 'embed-settings', 'embed-settings', 'apps?limit=1'),
  view('/embed-settings/:section', 'embed-settings', 'embed-settings'),
  view('/embeds', 'embeds', ...embeds),
  view('/embeds/:id', 'embeds', ...embeds, 'embeds/:id'),
  view('/embeds/:id/preview', 'preview', 'embeds/:id', 'embeds/:id/sample-context'),
  view('/users', 'users', ...users),
  view('/users/import', 'import'),
  view('/users/:id', 'users', ...users, 'users/:id', 'apps?limit=200'),
  view('/groups', 'groups', ...groups),
  view('/groups/:id', 'groups', ...groups, 'groups/:id', 'users?group=:id&limit=1'),
  view('/workspaces', 'workspaces', ...workspaces),
  view(
    '/workspaces/:id',
    'workspaces',
    ...workspaces,
    'workspaces/:id',
    'apps?workspace=:id&limit=1',
    'datasets?workspace=:id&limit=1',
    'users?workspace=:id&limit=1',
  ),
  view('/settings', 'settings', 'tenant-settings'),
  view('/connections', 'connections', 'connections?limit=25&page={page:1}', 'engines'),
  view('/connections/new', 'connection', 'engines'),
  view('/connections/:id', 'connection', 'connections/:id', 'engines', 'datasets?connection=:id&limit=50'),
  view('/files', 'files', 'files?limit=25&page={page:1}'),
  view(
    '/datasets',
    'datasets',
    'datasets?limit=25&page={page:1}&connection={connection}&workspace={workspace}',
    'connections?limit=200',
    'workspaces?limit=200',
  ),
  view('/datasets/new', 'dataset', 'connections?limit=200', 'engines', 'files?limit=1', 'files?limit=200'),
  view('/datasets/:id', 'dataset', ...dataset),
  view('/datasets/:id/rows', 'dataset', ...dataset, 'groups?limit=200'),
  view('/datasets/:id/settings', 'dataset', ...dataset, 'workspaces?limit=200', 'datasets/:id/usage'),
  view('/datasets/:id/:tab', 'dataset', ...dataset),
  view('/themes', 'themes', 'themes?limit=25&page={page:1}'),
  view('/themes/new', 'theme'),
  view('/themes/:name', 'theme', 'themes/:name'),
  view('/usage', 'usage', 'usage?days={days:30}'),
  view(
    '/audit',
    'audit',
    'audit-events?limit=50&page={page:1}&action={action}&outcome={outcome}&actor={actor}&from={from}&to={to}',
  ),
  view('/apps', 'apps', 'apps?limit=25&page={page:1}&q={q}&workspace={workspace}', 'workspaces?limit=200'),
  view(
    '/apps/:app',
    'app',
    'apps/:app',
    '{tab:dashboards|stories|tiles}?limit=25&page={page:1}&q={q}&state={state}&app=:app',
    'embeds?limit=200&app=:app',
  ),
  view('/apps/:app/tiles/new', 'tile', 'apps/:app/datasets'),
  view('/apps/:app/tiles/:id', 'tile', 'tiles/:id', 'apps/:app/datasets'),
  view('/apps/:app/stories/new', 'story', 'tiles?limit=200&app=:app', 'apps/:app/datasets'),
  view('/apps/:app/stories/:id', 'story', 'stories/:id', 'tiles?limit=200&app=:app', 'apps/:app/datasets'),
  view(
    '/apps/:app/dashboards/:id',
    'dashboard',
    'dashboards/:id',
    'tiles?limit=200&app=:app',
    'embeds?limit=200&app=:app',
    'apps/:app/datasets',
  ),
  view('/apps/:app/dashboards/:id/build', 'build', 'dashboards/:id', 'embeds?limit=200&app=:app'),
];
