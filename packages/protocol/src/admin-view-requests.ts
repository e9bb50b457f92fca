const embeds = [
  'embeds?limit=25&page={page:1}&q={q}&app={app}&state={state}',
  'apps?limit=200',
  'usage?days=30',
  'embed-settings',
];
const users = [
  'users?limit=25&page={page:1}&q={q}&role={role}&group={group}&status={status}',
  'groups?limit=200',
];
const groups = ['groups?limit=25&page={page:1}'];
const appContent = ['apps/:app', '{tab:dashboards}?limit=25&page={page:1}&q={q}&state={state}&app=:app'];
const dataset = ['datasets/:id', 'connections?limit=200'];

/**
 * `:name` is a part of the view's path; `{name}` is what its query says under that name, or else what stands behind the
 * colon, and a parameter that stays empty is left out.
 */
const requests: Readonly<Record<string, readonly string[]>> = {
  '/embed-settings': [
    'embed-settings',
    'audit-events?action=token.issue&outcome=success&limit=1',
    'embeds?state=published&limit=1',
    'usage?days=1',
  ],
  '/embed-settings/server-code': ['embed-settings', 'apps?limit=1'],
  '/embed-settings/:section': ['embed-settings'],
  '/embeds': embeds,
  '/embeds/:id': [...embeds, 'embeds/:id'],
  '/embeds/:id/preview': ['embeds/:id'],
  '/users': users,
  '/users/import': [],
  '/users/:id': [...users, 'users/:id', 'apps?limit=200'],
  '/groups': groups,
  '/groups/:id': [...groups, 'groups/:id'],
  '/connections': ['connections?limit=25&page={page:1}'],
  '/connections/new': [],
  '/connections/:id': ['connections/:id', 'datasets?connection=:id&limit=50'],
  '/files': ['files?limit=25&page={page:1}'],
  '/datasets': ['datasets?limit=25&page={page:1}&connection={connection}', 'connections?limit=200'],
  '/datasets/new': ['connections?limit=200', 'files?limit=1', 'files?limit=200'],
  '/datasets/:id': dataset,
  '/datasets/:id/rows': [...dataset, 'groups?limit=200'],
  '/datasets/:id/settings': [...dataset, 'workspaces?limit=200', 'datasets/:id/usage'],
  '/datasets/:id/:tab': dataset,
  '/usage': ['usage?days={days:30}'],
  '/audit': [
    'audit-events?limit=50&page={page:1}&action={action}&outcome={outcome}&actor={actor}&from={from}&to={to}',
  ],
  '/apps': ['apps?limit=25&page={page:1}&q={q}'],
  '/apps/:app': [...appContent, 'embeds?limit=200&app=:app'],
  '/apps/:app/tiles/new': ['apps/:app/datasets'],
  '/apps/:app/tiles/:id': ['tiles/:id', 'apps/:app/datasets'],
  '/apps/:app/stories/new': ['tiles?limit=200&app=:app', 'apps/:app/datasets'],
  '/apps/:app/stories/:id': ['stories/:id', 'tiles?limit=200&app=:app', 'apps/:app/datasets'],
  '/apps/:app/dashboards/:id': ['dashboards/:id', 'tiles?limit=200&app=:app', 'embeds?limit=200&app=:app'],
  '/apps/:app/dashboards/:id/build': ['dashboards/:id', 'embeds?limit=200&app=:app'],
};

/**
 * What a view of the admin app asks of the API when it opens, below `/api/v0/`: known before the view's own file is
 * there, so that nothing waits for it. The view asks for the same and takes these answers.
 */
export function adminViewRequests(path: string, query: URLSearchParams): readonly string[] {
  for (const [pattern, asked] of Object.entries(requests)) {
    const parts = partsOf(pattern, path);
    if (parts) return asked.map((template) => fill(template, parts, query));
  }
  return [];
}

/** The named parts of a path that is like the pattern. */
function partsOf(pattern: string, path: string): ReadonlyMap<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.split('/');
  const parts = new Map<string, string>();
  if (wanted.length !== given.length) return undefined;
  for (const [index, part] of wanted.entries()) {
    const there = given[index] ?? '';
    if (part.startsWith(':') && there !== '') parts.set(part.slice(1), there);
    else if (part !== there) return undefined;
  }
  return parts;
}

function fill(template: string, parts: ReadonlyMap<string, string>, query: URLSearchParams): string {
  const filled = template
    .replace(/:([a-z]+)(?![^{]*\})/g, (_, name: string) => parts.get(name) ?? '')
    .replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, otherwise = '') =>
      encodeURIComponent(query.get(name) || otherwise),
    );
  const [resource = '', text] = filled.split('?', 2);
  if (text === undefined) return resource;
  const params = [...new URLSearchParams(text)].filter(([, value]) => value !== '');
  return `${resource}?${new URLSearchParams(params)}`;
}
