import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { NamedScreen } from './named-screen.tsx';
import { membersOfGroup } from './queries.ts';

export function GroupsScreen({ id }: { readonly id?: string }): VNode {
  const texts = useMessages('people').groups;
  const contents = [{ title: texts.members, list: 'users?group=', first: membersOfGroup }];
  return <NamedScreen kind={{ plural: 'groups', texts, contents }} id={id} />;
}
