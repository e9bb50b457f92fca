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
  readonly messages: EditorTexts;
  readonly rule: VisibilityRule | undefined;
  readonly onChange: (rule: VisibilityRule | undefined) => void;
}

/** Deeper rules are hard to read. Rules from a file may nest deeper; they are shown and can be edited. */
const MAX_DEPTH = 3;

/** Edits a visibility rule: conditions joined by "all" or "any", in nested groups. */
export function VisibilityEditor({ messages, rule, onChange }: VisibilityEditorProps): VNode {
  const group = groupOf(rule);
  return (
    <>
      {group.parts.length === 0 && <p class="ui-field-hint">{messages.everyone}</p>}
      {group.parts.length === 1 && <p class="ui-field-hint">{messages.onlyIf}</p>}
      <Group
        messages={messages}
        group={group}
        label={messages.onlyIf}
        depth={1}
        onChange={(g) => onChange(ruleOf(g))}
      />
    </>
  );
}

interface GroupProps {
  readonly messages: EditorTexts;
  readonly group: RuleGroup;
  readonly label: string;
  readonly depth: number;
  readonly onChange: (group: RuleGroup) => void;
}

function Group({ messages, group, label, depth, onChange }: GroupProps): VNode {
  const { join, parts } = group;
  const put = (next: readonly VisibilityRule[]) => onChange({ join, parts: next });
  return (
    <>
      {parts.length > 1 && (
        <Select
          label={label}
          hideLabel={depth > 1}
          options={[
            { value: 'and', label: messages.all },
            { value: 'or', label: messages.any },
          ]}
          value={join}
          onChange={(key) => onChange({ parts, join: key as RuleGroup['join'] })}
        />
      )}
      {parts.map((part, index) => (
        <Entry
          key={index}
          label={('context' in part ? messages.conditionOf : messages.groupOf)({ place: index + 1 })}
          removeLabel={messages.remove}
          onRemove={() => put(parts.toSpliced(index, 1))}
        >
          {'context' in part ? (
            <ConditionEditor
              words={messages}
              condition={part}
              onChange={(next) => put(parts.with(index, next))}
            />
          ) : (
            <Group
              messages={messages}
              group={groupOf(part)}
              label={messages.groupOf({ place: index + 1 })}
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
        <Button onClick={() => put([...parts, newCondition()])}>{messages.addCondition}</Button>
        {parts.length > 0 && depth < MAX_DEPTH && (
          <Button variant="ghost" onClick={() => put([...parts, newGroup(join)])}>
            {messages.addGroup}
          </Button>
        )}
      </div>
    </>
  );
}
