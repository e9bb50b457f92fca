import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { Link } from '../../parts/text/link.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { NamedScreen } from './named-screen.tsx';
import { appsOfWorkspace, datasetsOfWorkspace, usersOfWorkspace } from './queries.ts';

export function WorkspacesScreen({ id }: { readonly id?: string }): VNode {
  const t = useMessages('tenant').workspaces;
  const contents = [
    { title: t.apps, count: t.appCount, list: 'apps?workspace=', first: appsOfWorkspace },
    { title: t.datasets, count: t.datasetCount, list: 'datasets?workspace=', first: datasetsOfWorkspace },
    { title: t.users, count: t.userCount, list: 'users?workspace=', first: usersOfWorkspace },
  ];
  return <NamedScreen kind={{ plural: 'workspaces', texts: t, contents, help: <WorkspaceHelp /> }} id={id} />;
}

function WorkspaceHelp(): VNode {
  const { apps, datasets, help } = useMessages('tenant').workspaces;
  return (
    <section class="ui-stack-tight">
      <h2>{help.title}</h2>
      <div class="facts">
        <p>
          <Rich
            text={help.content}
            parts={{ apps: <strong>{apps}</strong>, datasets: <strong>{datasets}</strong> }}
          />
        </p>
        <p>
          <Rich
            text={help.viewers}
            parts={{
              viewers: <strong>{help.embedViewers}</strong>,
              claim: <code>workspace_id</code>,
              link: <Link to="/embed-settings/server-code">{help.serverCode}</Link>,
            }}
          />
        </p>
        <p>
          <Rich text={help.one} parts={{ enough: <strong>{help.oneIsEnough}</strong> }} />
        </p>
      </div>
    </section>
  );
}
