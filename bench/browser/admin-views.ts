export interface AdminView {
  readonly name: string;
  /** Below `/admin`, in the demo's content. */
  readonly path: string;
  /** A view that links to it, from where a person comes. */
  readonly from: string;
  /** What the view is for, with real data: it is there when the view can be used. */
  readonly main: string;
  /** Another part of the screen before it. */
  readonly part?: true;
}

const rows = '.view .ui-table tbody tr';

/** Every view of the admin app, as the demo's content fills it. */
export const adminViews: readonly AdminView[] = [
  { name: 'Embed Settings', path: '/embed-settings', from: '/users', main: '.view .steps li' },
  {
    name: 'Embed Settings: check token',
    part: true,
    path: '/embed-settings/check-token',
    from: '/embed-settings',
    main: '.view textarea',
  },
  {
    name: 'Embed Settings: server code',
    part: true,
    path: '/embed-settings/server-code',
    from: '/embed-settings',
    main: '.view figure.ui-code',
  },
  {
    name: 'Embed Settings: security',
    part: true,
    path: '/embed-settings/security',
    from: '/embed-settings',
    main: '.view .ui-checkbox input',
  },
  { name: 'Embed Manager', path: '/embeds', from: '/users', main: rows },
  { name: 'an embed', path: '/embeds/overview', from: '/embeds', main: 'dialog[open] figure.ui-code' },
  {
    name: 'an embed, as a user',
    path: '/embeds/overview/preview',
    from: '/embeds/overview',
    main: '.view form.ui-card input',
  },
  { name: 'Apps', path: '/apps', from: '/users', main: '.view [href="/admin/apps/sales"]' },
  { name: 'an app: dashboards', path: '/apps/sales', from: '/apps', main: rows },
  {
    name: 'a dashboard',
    path: '/apps/sales/dashboards/overview',
    from: '/apps/sales',
    main: '.view .live-dashboard[aria-busy=false] iframe',
  },
  {
    name: 'a tile',
    path: '/apps/sales/tiles/revenue-trend',
    // The list has several pages.
    from: '/apps/sales?tab=tiles&q=weekly',
    main: '.view .te-chip',
  },
  {
    name: 'a new tile',
    path: '/apps/sales/tiles/new',
    from: '/apps/sales?tab=tiles',
    main: '.view .te:has(option:nth-of-type(3)) .te-bar',
  },
  {
    name: 'a story',
    path: '/apps/sales/stories/year-in-review',
    from: '/apps/sales?tab=stories',
    main: '.view .story-form textarea',
  },
  { name: 'Datasets', path: '/datasets', from: '/users', main: rows },
  {
    name: 'a dataset: columns',
    path: '/datasets/order_lines',
    from: '/datasets',
    main: '.view .rows-item input',
  },
  {
    name: 'a dataset: measures',
    part: true,
    path: '/datasets/order_lines/measures',
    from: '/datasets/order_lines',
    main: '.view .rows-item',
  },
  {
    name: 'a dataset: rows',
    part: true,
    path: '/datasets/order_lines/rows',
    from: '/datasets/order_lines',
    main: '.view .rule',
  },
  {
    name: 'a dataset: source',
    part: true,
    path: '/datasets/order_lines/source',
    from: '/datasets/order_lines',
    main: '.view .ui-stack button',
  },
  {
    name: 'a dataset: settings',
    part: true,
    path: '/datasets/order_lines/settings',
    from: '/datasets/order_lines',
    main: '.view .ui-card input',
  },
  { name: 'a new dataset', path: '/datasets/new', from: '/datasets', main: '.view form select' },
  { name: 'Connections', path: '/connections', from: '/users', main: rows },
  {
    name: 'a connection',
    path: '/connections/demo-files',
    from: '/connections',
    main: '.view .chip',
  },
  { name: 'a new connection', path: '/connections/new', from: '/connections', main: '.view .app-card' },
  { name: 'Files', path: '/files', from: '/users', main: rows },
  { name: 'Users', path: '/users', from: '/audit', main: rows },
  { name: 'a user', path: '/users/:me', from: '/users', main: 'dialog[open] form input' },
  { name: 'an import of users', path: '/users/import', from: '/users', main: '.view input[type=file]' },
  { name: 'Groups', path: '/groups', from: '/users', main: rows },
  { name: 'a group', path: '/groups/finance', from: '/groups', main: 'dialog[open] form input' },
  { name: 'Themes', path: '/themes', from: '/users', main: '.view .app-card' },
  { name: 'a theme', path: '/themes/larkfell', from: '/themes', main: '.view .colors input' },
  { name: 'Workspaces', path: '/workspaces', from: '/users', main: rows },
  {
    name: 'a workspace',
    path: '/workspaces/main',
    from: '/workspaces',
    main: 'dialog[open] form input',
  },
  { name: 'Settings', path: '/settings', from: '/users', main: '.view .setting [role=combobox]' },
  { name: 'Usage', path: '/usage', from: '/users', main: '.view .figures-row' },
  { name: 'Audit', path: '/audit', from: '/users', main: rows },
];
