import type { VNode } from 'preact';
import { Link } from '../../parts/link.tsx';
import type { NamedKind } from './named-kind.ts';
import { NamedScreen } from './named-screen.tsx';
import { appsOfWorkspace, datasetsOfWorkspace, usersOfWorkspace } from './queries.ts';

const workspaces: NamedKind = {
  plural: 'workspaces',
  one: 'workspace',
  title: 'Workspaces',
  intro: 'Walls inside your tenant: what is in one workspace is never shown to viewers of another.',
  explanation: (
    <section class="stack-tight">
      <h2>How workspaces work</h2>
      <div class="facts">
        <p>
          <strong>Apps</strong> belong to one workspace, with their tiles, stories and dashboards.{' '}
          <strong>Datasets</strong> belong to one, or to all of them.
        </p>
        <p>
          <strong>Viewers of embeds</strong> belong to the one that your server signs as{' '}
          <code>workspace_id</code>. See <Link to="/embed-settings/server-code">Server code</Link>.
        </p>
        <p>
          <strong>One is enough</strong> for most. Make another where people must not meet: a customer with
          content of its own, or a trial beside what is live. To show people of one workspace different rows,
          use the row rules of datasets.
        </p>
      </div>
    </section>
  ),
  empty: 'Apps need one to live in. Create it, then name it when you create an app.',
  nameExample: 'Acme Inc.',
  idHint: 'What your server signs as workspace_id, such as acme. It cannot change later.',
  contents: [
    { title: 'Apps', of: 'app', list: 'apps?workspace=', first: appsOfWorkspace },
    { title: 'Datasets', of: 'dataset', list: 'datasets?workspace=', first: datasetsOfWorkspace },
    { title: 'Users', of: 'user', list: 'users?workspace=', first: usersOfWorkspace },
  ],
  removal: 'It is empty. Viewers whose context names it see nothing from then on.',
  mustBeEmpty: true,
};

export function WorkspacesScreen({ id }: { readonly id?: string }): VNode {
  return <NamedScreen kind={workspaces} id={id} />;
}
