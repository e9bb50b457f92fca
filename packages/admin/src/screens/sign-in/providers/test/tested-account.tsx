import type { ProviderTest } from '@inlay/protocol/identity-provider';
import type { VNode } from 'preact';
import { useNamed } from '../../../../api/named.ts';
import { useMessages } from '../../../../messages.ts';
import { Rich } from '../../../../parts/text/rich.tsx';
import { Facts } from '../facts.tsx';

interface TestedAccountProps {
  readonly account: NonNullable<ProviderTest['account']>;
}

/** What a sign-in would have done. */
export function TestedAccount({ account }: TestedAccountProps): VNode {
  const t = useMessages('providers').test;
  const { roles } = useMessages('people').users;
  const groups = useNamed('groups');
  const workspaces = useNamed('workspaces');
  const nameIn = (all: typeof groups, id: string) => all.find((each) => each.id === id)?.name ?? id;
  const facts: readonly (readonly [string, string])[] = [
    [t.role, account.role === null ? t.none : roles[account.role]],
    [t.groups, account.groups.map((id) => nameIn(groups, id)).join(', ') || t.none],
    [t.workspace, account.workspaceId === null ? t.none : nameIn(workspaces, account.workspaceId)],
  ];
  return (
    <div class="ui-stack-tight">
      <p>
        <Rich text={t.outcomes[account.outcome]} parts={{ username: <strong>{account.username}</strong> }} />
      </p>
      <Facts facts={facts} />
    </div>
  );
}
