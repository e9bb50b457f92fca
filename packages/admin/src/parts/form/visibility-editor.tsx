import type { VisibilityRule } from '@inlay/protocol/rule';
import { ConditionEditor } from '@inlay/ui/conditions/condition-editor';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { UnknownAttributes } from './unknown-attributes.tsx';

interface VisibilityEditorProps {
  readonly rule: VisibilityRule | undefined;
  readonly onChange: (rule: VisibilityRule | undefined) => void;
}

/** Which viewers see a tile, story, step or dashboard. */
export function VisibilityEditor({ rule, onChange }: VisibilityEditorProps): VNode {
  const t = useMessages('conditions');
  return (
    <>
      <p class="ui-field-hint">{rule ? t.onlyIf : t.everyone}</p>
      <ConditionEditor
        texts={t}
        rule={rule}
        // Without columns, every condition is about the viewer.
        onChange={(next) => onChange(next as VisibilityRule | undefined)}
      />
      <UnknownAttributes rule={rule} />
    </>
  );
}
