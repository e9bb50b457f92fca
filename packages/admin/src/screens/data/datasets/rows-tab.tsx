import type { GroupRule, RowRule } from '@inlay/protocol/rule';
import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { allGroups } from '../../../api/common-queries.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { Rich } from '../../../parts/rich.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { newCondition, replaceAt } from './rule-draft.ts';
import { RuleEditor } from './rule-editor.tsx';
import { ruleSentence } from './rule-sentence.ts';
import { TryAs } from './try-as.tsx';

export function RowsTab(props: DatasetTabProps): VNode {
  const t = useMessages('data').rules;
  const { form } = props;
  const { columns, rowRules, groupRules, segmented } = form.values;
  const hasRules = rowRules.length + groupRules.length > 0;
  return (
    <div class="ui-stack">
      <section class="ui-card" aria-label={t.access}>
        <fieldset class="ui-choices">
          <legend class="ui-card-legend">{t.access}</legend>
          <AccessChoice form={form} segmented label={t.restricted} hint={t.restrictedHint} />
          <AccessChoice form={form} segmented={false} label={t.open} hint={t.openHint} />
        </fieldset>
        {!hasRules && segmented && (
          <Notice tone="warning" title={t.noAccess}>
            {t.noAccessHint}
          </Notice>
        )}
      </section>

      <section class="ui-card" aria-label={t.everyone}>
        <div>
          <h2>{t.everyone}</h2>
          <p class="ui-muted">{t.everyoneHint}</p>
        </div>
        {rowRules.map((rule, at) => (
          <div key={at} class="rule">
            <p class="rule-text">
              <Rich text={t.rowsWhere} parts={{ rule: <strong>{ruleSentence(rule, columns, t)}</strong> }} />
            </p>
            <RuleEditor
              rule={rule}
              columns={columns}
              path={`/rowRules/${at}`}
              problems={form.problems}
              onChange={(changed) => form.set({ rowRules: replaceAt(rowRules, at, changed) })}
              onRemove={() => form.set({ rowRules: replaceAt<RowRule>(rowRules, at, undefined) })}
            />
          </div>
        ))}
        <div>
          <Button onClick={() => form.set({ rowRules: [...rowRules, newCondition(columns)] })}>
            {t.add}
          </Button>
        </div>
      </section>

      <GroupRules form={form} />
      <TryAs {...props} />
    </div>
  );
}

type FormProps = Pick<DatasetTabProps, 'form'>;

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

function GroupRules({ form }: FormProps): VNode {
  const t = useMessages('data').rules;
  const { columns, groupRules } = form.values;
  const groups = useQuery(allGroups).data?.data ?? [];
  const replace = (at: number, rule: GroupRule | undefined) =>
    form.set({ groupRules: replaceAt(groupRules, at, rule) });
  const add = (rule: RowRule) =>
    form.set({ groupRules: [...groupRules, { group: groups[0]?.id ?? '', rule }] });
  return (
    <section class="ui-card" aria-label={t.groups}>
      <div>
        <h2>{t.groups}</h2>
        <p class="ui-muted">{t.groupsHint}</p>
      </div>
      {groupRules.map(({ group, rule }, at) => {
        const name = <strong>{groups.find(({ id }) => id === group)?.name ?? (group || '…')}</strong>;
        const sentence = <strong>{ruleSentence(rule, columns, t)}</strong>;
        return (
          <div key={at} class="rule">
            <p class="rule-text">
              {'all' in rule ? (
                <Rich text={t.groupEveryRow} parts={{ group: name }} />
              ) : (
                <Rich text={t.groupRowsWhere} parts={{ group: name, rule: sentence }} />
              )}
            </p>
            <Field
              label={t.group}
              error={form.field(`groupRules.${at}.group`, { label: t.group, required: true }).error}
            >
              <input
                class="ui-input"
                list="known-groups"
                placeholder={t.groupPlaceholder}
                value={group}
                onInput={(event) => replace(at, { group: event.currentTarget.value, rule })}
              />
            </Field>
            <RuleEditor
              rule={rule}
              columns={columns}
              path={`/groupRules/${at}/rule`}
              problems={form.problems}
              onChange={(changed) => replace(at, { group, rule: changed })}
              onRemove={() => replace(at, undefined)}
            />
          </div>
        );
      })}
      <datalist id="known-groups">
        {groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
      <div class="ui-row">
        <Button onClick={() => add(newCondition(columns))}>{t.addGroup}</Button>
        <Button variant="ghost" onClick={() => add({ all: true })}>
          {t.addGroupEveryRow}
        </Button>
      </div>
    </section>
  );
}
