import type { VNode } from 'preact';
import type { NamedKind } from './named-kind.ts';
import { NamedScreen } from './named-screen.tsx';
import { membersOfGroup } from './queries.ts';

const groups: NamedKind = {
  plural: 'groups',
  one: 'group',
  title: 'Groups',
  intro: 'Rules for rows and visibility can name a group instead of every person in it.',
  empty:
    'Create one, then put users into it. Embeds may also name groups that exist only in your application.',
  nameExample: 'Sales EMEA',
  idHint: 'What rules and your server write, such as emea. It cannot change later.',
  contents: [{ title: 'Members', of: 'user', list: 'users?group=', first: membersOfGroup }],
  removal: 'Its members stay, without it. Rules that name it match nobody.',
};

export function GroupsScreen({ id }: { readonly id?: string }): VNode {
  return <NamedScreen kind={groups} id={id} />;
}
