import { Section } from '@inlay/ui/section';
import type { VNode } from 'preact';
import type { Desk } from './desk.ts';
import { patch } from './model/patch.ts';
import { conditionsOf } from './model/rule-group.ts';
import { VisibilityEditor } from './visibility-editor.tsx';

/** Who sees a tile, among its settings. Apart from them: pages where viewers build do not load it. */
export function VisibilitySection({ desk: { tile, words, change } }: { readonly desk: Desk }): VNode {
  return (
    <Section title={words.visibility} count={conditionsOf(tile.visibility).length}>
      <VisibilityEditor
        words={words}
        rule={tile.visibility}
        onChange={(visibility) => change(patch(tile, { visibility }), 'visibility')}
      />
    </Section>
  );
}
