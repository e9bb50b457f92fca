import type { GroupRule, RowRule } from '@inlay/protocol/rule';
import { newCondition } from '@inlay/ui/conditions/condition';
import { ConditionEditor } from '@inlay/ui/conditions/condition-editor';
import type { ConditionProps } from '@inlay/ui/conditions/condition-fields';
import { Button } from '@inlay/ui/controls/button';
import { Combobox } from '@inlay/ui/controls/combobox';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { pointerOf } from '@inlay/ui/form/field-path';
import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { allGroups } from '../../../../api/common-queries.ts';
import { itemsOf } from '../../../../api/items-of.ts';
import { useQuery } from '../../../../api/use-query.ts';
import { useMessages } from '../../../../messages.ts';
import { UnknownAttributes } from '../../../../parts/form/unknown-attributes.tsx';
import { Rich } from '../../../../parts/text/rich.tsx';
import type { DatasetTabProps } from '../dataset-tab-props.ts';
import { modelOfConnection } from '../queries.ts';
import { type RuleFields, ruleFields } from './rule-fields.ts';
import { ruleSentence } from './rule-sentence.ts';
import { TryAs } from './try-as.tsx';

export function RowsTab(props: DatasetTabProps): VNode {
  const t = useMessages('data').rules;
  const { form } = props;
  const { connectionId, rowRules } = form.values;
  const model = useQuery(modelOfConnection(connectionId));
  const fields = { ...ruleFields(form.values, model.data), isLoading: !model.data && !model.error };
  return (
    <div class="ui-stack">
      <section class="ui-card" aria-label={t.access}>
        <fieldset class="ui-choices">
          <legend class="ui-card-legend">{t.access}</legend>
          <AccessChoice form={form} segmented label={t.restricted} hint={t.restrictedHint} />
          <AccessChoice form={form} segmented={false} label={t.open} hint={t.openHint} />
        </fieldset>
      </section>

      <section class="ui-card" aria-label={t.everyone}>
        <div>
          <h2>{t.everyone}</h2>
          <p class="ui-muted">{t.everyoneHint}</p>
        </div>
        {rowRules.map((rule, at) => (
          <RuleBox
            key={at}
            form={form}
            fields={fields}
            field={`rowRules.${at}`}
            rule={rule}
            sentence={
              <Rich text={t.rowsWhere} parts={{ rule: <strong>{ruleSentence(rule, fields, t)}</strong> }} />
            }
            onChange={(next) => form.set({ rowRules: replaceAt(rowRules, at, next) })}
          />
        ))}
        <div>
          <Button onClick={() => form.set({ rowRules: [...rowRules, newCondition(form.values.columns)] })}>
            {t.add}
          </Button>
        </div>
      </section>

      <GroupRules form={form} fields={fields} />
      <TryAs {...props} />
    </div>
  );
}

type FormProps = Pick<DatasetTabProps, 'form'>;

interface RuleFormProps extends FormProps {
  readonly fields: RuleFields & Pick<ConditionProps, 'isLoading'>;
}

interface AccessChoiceProps extends FormProps {
  readonly segmented: boolean;
  readonly label: string;
  readonly hint: string;
}

function AccessChoice({ form, segmented, label, hint }: AccessChoiceProps): VNode {
  return (
    <label class="ui-checkbox">
      <input
        type="radio"
        name="segmented"
        checked={form.values.segmented === segmented}
        onChange={() => form.set({ segmented })}
      />
      <span>
        {label}
        <small>{hint}</small>
      </span>
    </label>
  );
}

function GroupRules({ form, fields }: RuleFormProps): VNode {
  const t = useMessages('data').rules;
  const { columns, groupRules } = form.values;
  const groups = itemsOf(useQuery(allGroups));
  const replace = (at: number, rule: GroupRule | undefined) =>
    form.set({ groupRules: replaceAt(groupRules, at, rule) });
  const add = (rule: RowRule) =>
    form.set({ groupRules: [...groupRules, { group: groups?.[0]?.id ?? '', rule }] });
  return (
    <section class="ui-card" aria-label={t.groups}>
      <div>
        <h2>{t.groups}</h2>
        <p class="ui-muted">{t.groupsHint}</p>
      </div>
      {groupRules.map(({ group, rule }, at) => {
        const name = <strong>{groups?.find(({ id }) => id === group)?.name ?? (group || '…')}</strong>;
        const sentence = <strong>{ruleSentence(rule, fields, t)}</strong>;
        return (
          <RuleBox
            key={at}
            form={form}
            fields={fields}
            field={`groupRules.${at}.rule`}
            rule={rule}
            sentence={
              'all' in rule ? (
                <Rich text={t.groupEveryRow} parts={{ group: name }} />
              ) : (
                <Rich text={t.groupRowsWhere} parts={{ group: name, rule: sentence }} />
              )
            }
            onChange={(next) => replace(at, next && { group, rule: next })}
          >
            <Combobox
              {...form.field(`groupRules.${at}.group`, { label: t.group, required: true })}
              options={groups?.map(({ id, name: label }) => ({ value: id, label }))}
              placeholder={t.groupPlaceholder}
              value={group}
              onChange={(next) => replace(at, { group: next, rule })}
              onOther={(next) => replace(at, { group: next, rule })}
            />
          </RuleBox>
        );
      })}
      <div class="ui-row">
        <Button onClick={() => add(newCondition(columns))}>{t.addGroup}</Button>
        <Button variant="ghost" onClick={() => add({ all: true })}>
          {t.addGroupEveryRow}
        </Button>
      </div>
    </section>
  );
}

interface RuleBoxProps extends RuleFormProps {
  readonly field: `rowRules.${number}` | `groupRules.${number}.rule`;
  readonly rule: RowRule;
  readonly sentence: ComponentChildren;
  readonly children?: ComponentChildren;
  /** Undefined removes the rule. */
  readonly onChange: (rule: RowRule | undefined) => void;
}

/** A rule as a sentence, with its conditions. */
function RuleBox({ form, fields, field, rule, sentence, children, onChange }: RuleBoxProps): VNode {
  const t = useMessages('data').rules;
  const conditions = useMessages('conditions');
  const box = useRef<HTMLDivElement>(null);
  const remove = () => {
    // The button that adds rules stays.
    box.current?.closest('section')?.querySelector<HTMLElement>(':scope > :last-child button')?.focus();
    onChange(undefined);
  };
  return (
    <div ref={box} class="rule">
      <div class="rule-head">
        <p class="rule-text">{sentence}</p>
        <IconButton icon="trash" label={t.remove} onClick={remove} />
      </div>
      {children}
      {!('all' in rule) && (
        <ConditionEditor
          id={form.field(field).id}
          texts={conditions}
          rule={rule}
          {...fields}
          path={pointerOf(field)}
          problems={form.problems}
          onChange={(next) => (next ? onChange(next) : remove())}
        />
      )}
      <UnknownAttributes rule={rule} />
    </div>
  );
}

/** A list with one of its items replaced, or removed. */
const replaceAt = <T,>(items: readonly T[], at: number, item: T | undefined): readonly T[] =>
  item === undefined ? items.toSpliced(at, 1) : items.with(at, item);
