import { Section } from '@inlay/ui/section';
import type { VNode } from 'preact';
import type { EditorContext } from './editor-context.ts';
import { patch } from './model/patch.ts';
import { conditionsOf } from './model/rule-group.ts';
import { VisibilityEditor } from './visibility-editor.tsx';

/** Who sees a tile, among its settings. Apart from them: pages where viewers build do not load it. */
export function VisibilitySection({
  context: { tile, messages, change },
}: {
  readonly context: EditorContext;
}): VNode {
  return (
    <Section title={messages.visibility} count={conditionsOf(tile.visibility).length}>
      <VisibilityEditor
        messages={messages}
        rule={tile.visibility}
        onChange={(visibility) => change(patch(tile, { visibility }), 'visibility')}
      />
    </Section>
  );
}
