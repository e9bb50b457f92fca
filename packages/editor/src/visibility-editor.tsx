import { Button } from '@inlay/ui/button';
import './tile-editor.css';
import type { VisibilityRule } from '@inlay/protocol/rule';
import { Select } from '@inlay/ui/select';
import type { VNode } from 'preact';
import type { EditorTexts } from './editor-texts.ts';
import { groupOf, newCondition, newGroup, type RuleGroup, ruleOf } from './model/rule-group.ts';
import { ConditionEditor } from './parts/condition-editor.tsx';
import { Entry } from './parts/entry.tsx';

interface VisibilityEditorProps {
  readonly words: EditorTexts;
  readonly rule: VisibilityRule | undefined;
  readonly onChange: (rule: VisibilityRule | undefined) => void;
}

/** Deeper rules are unreadable. A file may nest deeper; such rules are shown and can be edited. */
const DEEPEST = 3;

/** Who sees something, as sentences joined by "all" or "any", in groups where one sentence is not enough. */
export function VisibilityEditor({ words, rule, onChange }: VisibilityEditorProps): VNode {
  const group = groupOf(rule);
  return (
    <>
      {group.parts.length === 0 && <p class="ui-field-hint">{words.everyone}</p>}
      {group.parts.length === 1 && <p class="ui-field-hint">{words.onlyIf}</p>}
      <Group
        words={words}
        group={group}
        label={words.onlyIf}
        depth={1}
        onChange={(g) => onChange(ruleOf(g))}
      />
    </>
  );
}

interface GroupProps {
  readonly words: EditorTexts;
  readonly group: RuleGroup;
  readonly label: string;
  readonly depth: number;
  readonly onChange: (group: RuleGroup) => void;
}

function Group({ words, group, label, depth, onChange }: GroupProps): VNode {
  const { join, parts } = group;
  const put = (next: readonly VisibilityRule[]) => onChange({ join, parts: next });
  return (
    <>
      {parts.length > 1 && (
        <Select
          label={label}
          hideLabel={depth > 1}
          options={[
            { value: 'and', label: words.all },
            { value: 'or', label: words.any },
          ]}
          value={join}
          onChange={(key) => onChange({ parts, join: key as RuleGroup['join'] })}
        />
      )}
      {parts.map((part, index) => (
        <Entry
          key={index}
          label={('context' in part ? words.conditionOf : words.groupOf)({ place: index + 1 })}
          removeLabel={words.remove}
          onRemove={() => put(parts.toSpliced(index, 1))}
        >
          {'context' in part ? (
            <ConditionEditor
              words={words}
              condition={part}
              onChange={(next) => put(parts.with(index, next))}
            />
          ) : (
            <Group
              words={words}
              group={groupOf(part)}
              label={words.groupOf({ place: index + 1 })}
              depth={depth + 1}
              onChange={(next) => {
                const left = ruleOf(next);
                put(left === undefined ? parts.toSpliced(index, 1) : parts.with(index, left));
              }}
            />
          )}
        </Entry>
      ))}
      <div class="te-row">
        <Button onClick={() => put([...parts, newCondition()])}>{words.addCondition}</Button>
        {parts.length > 0 && depth < DEEPEST && (
          <Button variant="ghost" onClick={() => put([...parts, newGroup(join)])}>
            {words.addGroup}
          </Button>
        )}
      </div>
    </>
  );
}
