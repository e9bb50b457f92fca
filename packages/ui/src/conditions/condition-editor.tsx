import type { RowRule } from '@inlay/protocol/rule';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { announce } from '../announce.ts';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Select } from '../controls/select.tsx';
import { newCondition, newNamedCondition } from './condition.ts';
import { ConditionFields, type ConditionProps, FollowFields } from './condition-fields.tsx';
import { groupOf, isGroup, newGroup, type RuleGroup, ruleOf } from './rule-group.ts';

interface ConditionEditorProps extends ConditionProps {
  /** Of the element around all conditions. */
  readonly id?: string;
  readonly rule: RowRule | undefined;
  /** Of the rule in its document (RFC 6901), to find its problems. */
  readonly path?: string;
  /** Undefined if no condition is left. */
  readonly onChange: (rule: RowRule | undefined) => void;
}

/** Deeper rules are hard to read. Those of a file can be edited nevertheless. */
const MAX_DEPTH = 4;
const CONTROLS = 'input, select, button:enabled:not([aria-disabled])';

/** Edits a rule: conditions in nested groups, all or any of which must match. */
export function ConditionEditor({ id, path = '', ...props }: ConditionEditorProps): VNode {
  const root = useRef<HTMLDivElement>(null);
  const findFocus = useRef<(() => Element | null | undefined) | undefined>(undefined);
  useLayoutEffect(() => {
    const found = findFocus.current?.();
    if (found instanceof HTMLElement) found.focus();
    findFocus.current = undefined;
  });
  return (
    <div id={id} ref={root} class="ui-conditions">
      <Group
        {...props}
        path={path}
        depth={1}
        focusAfter={(find) => {
          findFocus.current = () => root.current && find(root.current);
        }}
      />
    </div>
  );
}

interface PartProps extends ConditionProps {
  readonly path: string;
  /** Says which element gets the focus once a change is rendered. */
  readonly focusAfter: (find: (root: HTMLElement) => Element | null | undefined) => void;
}

interface GroupProps extends PartProps {
  readonly rule: RowRule | undefined;
  readonly depth: number;
  readonly onChange: (rule: RowRule | undefined) => void;
}

function Group({ rule, depth, onChange, path, ...shared }: GroupProps): VNode {
  const { texts: t, columns, constants, named, focusAfter } = shared;
  const { join, parts } = groupOf(rule);
  const first = named === undefined ? newCondition(columns, constants) : newNamedCondition(named);
  const box = useRef<HTMLDivElement>(null);
  const keys = useKeys(parts.length);
  const change = (next: readonly RowRule[], as: RuleGroup['join'] = join) =>
    onChange(ruleOf({ join: as, parts: next }));
  const add = (part: RowRule) => {
    focusAfter(() => box.current?.querySelector(':scope > fieldset:last-of-type')?.querySelector(CONTROLS));
    change([...parts, part]);
  };
  const remove = (index: number) => {
    const fields = (root: ParentNode | null) => [...(root?.querySelectorAll('.ui-condition-fields') ?? [])];
    const removed = box.current?.querySelectorAll(':scope > fieldset')[index];
    const all = fields(box.current?.closest('.ui-conditions') ?? null);
    const place = all.findIndex((each) => removed?.contains(each));
    focusAfter((root) => {
      const left = fields(root);
      const next = left[Math.min(place, left.length - 1)] ?? root;
      return next.querySelector(CONTROLS);
    });
    keys.splice(index, 1);
    change(parts.toSpliced(index, 1));
  };
  const move = (index: number, to: number) => {
    const button = document.activeElement;
    focusAfter(() => (button?.matches(CONTROLS) ? button : button?.parentElement?.querySelector(CONTROLS)));
    announce(t.moved({ place: to + 1 }));
    keys.splice(to, 0, ...keys.splice(index, 1));
    const part = parts[index];
    if (part) change(parts.toSpliced(index, 1).toSpliced(to, 0, part));
  };
  return (
    <div ref={box} class="ui-condition-group">
      {parts.length > 1 && (
        <Select
          hideLabel
          label={t.match}
          value={join}
          options={[
            { value: 'and', label: t.all },
            { value: 'or', label: t.any },
          ]}
          onChange={(as) => change(parts, as)}
        />
      )}
      {parts.map((part, index) => {
        const isNested = isGroup(part);
        const own = rule && isGroup(rule) ? `${path}/${join}/${index}` : path;
        const replace = (next: RowRule | undefined) =>
          change(next ? parts.with(index, next) : parts.toSpliced(index, 1));
        return (
          <fieldset
            key={keys[index]}
            class="ui-condition"
            aria-label={(isNested ? t.groupOf : t.conditionOf)({ place: index + 1 })}
          >
            {isNested ? (
              <Group {...shared} rule={part} path={own} depth={depth + 1} onChange={replace} />
            ) : 'operator' in part ? (
              <ConditionFields {...shared} condition={part} path={own} onChange={replace} />
            ) : 'follow' in part ? (
              <FollowFields {...shared} rule={part} path={own} onChange={replace} />
            ) : (
              <div class="ui-condition-fields">{t.everyRow}</div>
            )}
            <PartTools
              texts={t}
              index={index}
              count={parts.length}
              remove={isNested ? t.removeGroup : t.removeCondition}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
            />
          </fieldset>
        );
      })}
      <div class="ui-condition-add">
        <Button onClick={() => add(first)}>{t.addCondition}</Button>
        {parts.length > 0 && depth < MAX_DEPTH && (
          <Button variant="ghost" onClick={() => add(newGroup(join, first))}>
            {t.addGroup}
          </Button>
        )}
      </div>
    </div>
  );
}

interface PartToolsProps extends Pick<ConditionProps, 'texts'> {
  readonly index: number;
  readonly count: number;
  /** The label of the button that removes the part. */
  readonly remove: string;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

function PartTools({ texts, index, count, remove, onMove, onRemove }: PartToolsProps): VNode {
  return (
    <div class="ui-condition-tools">
      {count > 1 && (
        <>
          <IconButton
            icon="up"
            label={texts.moveUp}
            disabled={index === 0}
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            icon="down"
            label={texts.moveDown}
            disabled={index === count - 1}
            onClick={() => onMove(index + 1)}
          />
        </>
      )}
      <IconButton icon="close" label={remove} onClick={onRemove} />
    </div>
  );
}

/** Keys that move with the parts of a group, so that what is being typed stays with its condition. */
function useKeys(count: number): number[] {
  const keys = useRef<number[]>([]).current;
  const next = useRef(0);
  while (keys.length < count) keys.push(next.current++);
  keys.length = count;
  return keys;
}
