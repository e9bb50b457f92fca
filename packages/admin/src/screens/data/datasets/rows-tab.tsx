import type { GroupRule, RowRule } from '@inlay/protocol/rule';
import type { VNode } from 'preact';
import { allGroups } from '../../../api/common-queries.ts';
import { useQuery } from '../../../api/use-query.ts';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import { Notice } from '../../../parts/notice.tsx';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { newCondition, replaceAt } from './rule-draft.ts';
import { RuleEditor } from './rule-editor.tsx';
import { ruleWords } from './rule-words.ts';
import { TryAs } from './try-as.tsx';

export function RowsTab(props: DatasetTabProps): VNode {
  const { draft, set, problems } = props;
  const { columns, rowRules, groupRules, segmented } = draft;
  const rules = rowRules.length + groupRules.length;
  return (
    <div class="stack">
      <section class="card" aria-label="Who sees rows">
        <fieldset class="ui-choices">
          <legend class="card-legend">Who sees rows</legend>
          <label class="tick">
            <input
              type="radio"
              name="segmented"
              checked={segmented}
              onChange={() => set({ segmented: true })}
            />
            <span>
              Only those whom a rule lets in
              <span class="muted small">Without a rule nobody sees anything. This is the safe choice.</span>
            </span>
          </label>
          <label class="tick">
            <input
              type="radio"
              name="segmented"
              checked={!segmented}
              onChange={() => set({ segmented: false })}
            />
            <span>
              Everybody, unless a rule says otherwise
              <span class="muted small">For data that is no secret, such as a list of countries.</span>
            </span>
          </label>
        </fieldset>
        {rules === 0 && segmented && (
          <Notice tone="warning" title="Nobody sees a row yet">
            Write a rule below, or say that everybody may see everything.
          </Notice>
        )}
      </section>

      <section class="card" aria-label="Rules for every viewer">
        <div>
          <h2>Rules for every viewer</h2>
          <p class="muted">
            Each of them must hold. A rule compares a column with what your server signs about the viewer,
            such as “Region is their attribute region”.
          </p>
        </div>
        {rowRules.map((rule, at) => (
          <div key={at} class="rule">
            <p class="rule-words">
              Viewers see rows where <strong>{ruleWords(rule, columns)}</strong>
            </p>
            <RuleEditor
              rule={rule}
              columns={columns}
              path={`/rowRules/${at}`}
              problems={problems}
              onChange={(changed) => set({ rowRules: replaceAt(rowRules, at, changed) })}
              onRemove={() => set({ rowRules: replaceAt<RowRule>(rowRules, at, undefined) })}
            />
          </div>
        ))}
        <div>
          <Button onPress={() => set({ rowRules: [...rowRules, newCondition(columns)] })}>Add a rule</Button>
        </div>
      </section>

      <GroupRules {...props} />
      <TryAs {...props} />
    </div>
  );
}

function GroupRules({ draft, set, problems }: DatasetTabProps): VNode {
  const { columns, groupRules } = draft;
  const groups = useQuery(allGroups).data?.data ?? [];
  const replace = (at: number, rule: GroupRule | undefined) =>
    set({ groupRules: replaceAt(groupRules, at, rule) });
  return (
    <section class="card" aria-label="Rules for groups">
      <div>
        <h2>Rules for groups</h2>
        <p class="muted">
          Once there is one, a viewer must be in a group that is named here; in several, they see what any of
          them sees.
        </p>
      </div>
      {groupRules.map(({ group, rule }, at) => (
        <div key={at} class="rule">
          <p class="rule-words">
            Members of <strong>{groups.find(({ id }) => id === group)?.name ?? (group || '…')}</strong> see{' '}
            {'all' in rule ? '' : 'rows where '}
            <strong>{ruleWords(rule, columns)}</strong>
          </p>
          <Field
            label="Group"
            problem={problems.find(({ path }) => path === `/groupRules/${at}/group`)?.problem}
          >
            <input
              class="input"
              list="known-groups"
              placeholder="Identifier of a group, here or in your application"
              value={group}
              onInput={(event) => replace(at, { group: event.currentTarget.value, rule })}
            />
          </Field>
          <RuleEditor
            rule={rule}
            columns={columns}
            path={`/groupRules/${at}/rule`}
            problems={problems}
            onChange={(changed) => replace(at, { group, rule: changed })}
            onRemove={() => replace(at, undefined)}
          />
        </div>
      ))}
      <datalist id="known-groups">
        {groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </datalist>
      <div class="row">
        <Button
          onPress={() =>
            set({ groupRules: [...groupRules, { group: groups[0]?.id ?? '', rule: newCondition(columns) }] })
          }
        >
          Add a rule for a group
        </Button>
        <Button
          kind="quiet"
          onPress={() =>
            set({ groupRules: [...groupRules, { group: groups[0]?.id ?? '', rule: { all: true } }] })
          }
        >
          + A group that sees every row
        </Button>
      </div>
    </section>
  );
}
