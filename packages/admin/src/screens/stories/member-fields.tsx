import type { MemberSelection } from '@inlay/charts/focus';
import type { Scalar } from '@inlay/protocol/query';
import { Combobox } from '@inlay/ui/controls/combobox';
import { Icon } from '@inlay/ui/controls/icon';
import { Select } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import type { Member } from './step-chart-work.ts';

/** A dimension of the tile, and its members in the current result; undefined while they are loaded. */
export interface OfferedDimension {
  readonly name: string;
  readonly label: string;
  readonly isTime: boolean;
  readonly members: readonly Member[] | undefined;
}

interface MemberFieldsProps {
  readonly selection: MemberSelection;
  readonly dimensions: readonly OfferedDimension[];
  readonly onChange: (selection: MemberSelection) => void;
}

/** Members of a dimension: a range of periods, or a list. */
export function MemberFields({ selection, dimensions, onChange }: MemberFieldsProps): VNode {
  const t = useMessages('content').stories.chart;
  const { column, from, to, values = [] } = selection;
  const dimension = dimensions.find(({ name }) => name === column);
  const members = dimension ? dimension.members : [];
  const periods = members && [
    { value: '', label: t.anyPeriod },
    ...members.map(({ value, label }) => ({ value: String(value), label })),
  ];
  const range = (next: { readonly from?: string; readonly to?: string }) => {
    const ends = { ...(from !== undefined && { from }), ...(to !== undefined && { to }), ...next };
    onChange({
      column,
      ...(ends.from !== undefined && ends.from !== '' && { from: ends.from }),
      ...(ends.to !== undefined && ends.to !== '' && { to: ends.to }),
    });
  };
  return (
    <>
      {dimensions.length > 1 && (
        <Select
          label={t.dimension}
          value={column}
          options={dimensions.map(({ name, label }) => ({ value: name, label }))}
          onChange={(name) => onChange({ column: name })}
        />
      )}
      {dimension?.isTime && values.length === 0 ? (
        <div class="te-pair">
          <Select
            label={t.from}
            value={String(from ?? '')}
            options={periods}
            onChange={(value) => range({ from: value })}
          />
          <Select
            label={t.to}
            value={String(to ?? '')}
            options={periods}
            onChange={(value) => range({ to: value })}
          />
        </div>
      ) : (
        <Members
          label={dimension?.label ?? column}
          members={members}
          chosen={values}
          onChange={(next) => onChange({ column, values: next })}
        />
      )}
    </>
  );
}

interface MembersProps {
  readonly label: string;
  readonly members: readonly Member[] | undefined;
  readonly chosen: readonly Scalar[];
  readonly onChange: (values: readonly Scalar[]) => void;
}

function Members({ label, members, chosen, onChange }: MembersProps): VNode {
  const t = useMessages('content').stories.chart;
  const labelOf = (value: Scalar) => members?.find((each) => each.value === value)?.label ?? String(value);
  return (
    <>
      {chosen.length > 0 && (
        <ul class="te-chips" aria-label={label}>
          {chosen.map((value) => (
            <li key={String(value)} class="te-chip">
              <span class="te-chip-name" dir="auto">
                {labelOf(value)}
              </span>
              <button
                type="button"
                class="te-chip-remove"
                aria-label={t.removeMember({ member: labelOf(value) })}
                onClick={() => onChange(chosen.filter((other) => other !== value))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Combobox
        label={t.addMember({ dimension: label })}
        value=""
        placeholder={t.chooseMember}
        options={members
          ?.filter(({ value }) => !chosen.includes(value))
          .map((member) => ({ value: String(member.value), label: member.label }))}
        onChange={(key) => {
          const member = members?.find(({ value }) => String(value) === key);
          if (member) onChange([...chosen, member.value]);
        }}
      />
    </>
  );
}
