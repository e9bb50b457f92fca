import type { Page } from '@inlay/protocol/pagination';
import type { GroupRule, RowRule } from '@inlay/protocol/rule';
import { Button } from '@inlay/ui/button';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import type { VNode } from 'preact';
import { useAnswer } from '../../../api/use-answer.ts';
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
      <section class="ui-card" aria-label="Who sees rows">
        <fieldset class="ui-choices">
          <legend class="ui-card-legend">Who sees rows</legend>
          <label class="ui-checkbox">
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
          <label class="ui-checkbox">
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

      <section class="ui-card" aria-label="Rules for every viewer">
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
          <Button onClick={() => set({ rowRules: [...rowRules, newCondition(columns)] })}>Add a rule</Button>
        </div>
      </section>

      <GroupRules {...props} />
      <TryAs {...props} />
    </div>
  );
}

function GroupRules({ draft, set, problems }: DatasetTabProps): VNode {
  const { columns, groupRules } = draft;
  const groups = useAnswer<Page<{ id: string; name: string }>>('groups?limit=200').data?.data ?? [];
  const replace = (at: number, rule: GroupRule | undefined) =>
    set({ groupRules: replaceAt(groupRules, at, rule) });
  return (
    <section class="ui-card" aria-label="Rules for groups">
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
            error={problems.find(({ path }) => path === `/groupRules/${at}/group`)?.problem}
          >
            <input
              class="ui-input"
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
          onClick={() =>
            set({ groupRules: [...groupRules, { group: groups[0]?.id ?? '', rule: newCondition(columns) }] })
          }
        >
          Add a rule for a group
        </Button>
        <Button
          variant="ghost"
          onClick={() =>
            set({ groupRules: [...groupRules, { group: groups[0]?.id ?? '', rule: { all: true } }] })
          }
        >
          + A group that sees every row
        </Button>
      </div>
    </section>
  );
}
