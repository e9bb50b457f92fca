import { ChoiceList } from '@inlay/ui/controls/choice-list';
import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';

interface GroupChoiceProps {
  readonly label: string;
  readonly offered: readonly string[];
  readonly groups: Signal<readonly string[]>;
}

/** Some of the viewer's groups; nothing to choose among one. */
export function GroupChoice({ label, offered, groups }: GroupChoiceProps): VNode | null {
  if (offered.length < 2) return null;
  return (
    <ChoiceList
      many
      label={label}
      choices={offered.map((group) => ({ key: group, label: group, chosen: groups.value.includes(group) }))}
      onChoose={(group, chosen) => {
        groups.value = chosen ? [...groups.value, group] : groups.value.filter((each) => each !== group);
      }}
    />
  );
}
