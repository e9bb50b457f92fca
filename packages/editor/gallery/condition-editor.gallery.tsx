import '../../ui/src/kit.css';
import '../src/fields.css';
import '../src/tile-editor.css';
import type { ContextCondition } from '@inlay/protocol/rule';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { ConditionEditor } from '../src/parts/condition-editor.tsx';
import { english } from './english.ts';

function Editor({ first }: { readonly first: ContextCondition }): VNode {
  const [condition, setCondition] = useState(first);
  return <ConditionEditor words={english} condition={condition} onChange={setCondition} />;
}

export const gallery: GalleryEntry = {
  title: 'Condition editor',
  states: {
    group: () => <Editor first={{ context: 'groups', operator: 'contains', value: 'Sales' }} />,
    'attribute in a range': () => (
      <Editor first={{ context: 'attributes.level', operator: 'between', from: 1, to: 3 }} />
    ),
    'attribute, yes or no': () => (
      <Editor first={{ context: 'attributes.manager', operator: 'equals', value: true }} />
    ),
    'list of names': () => (
      <Editor first={{ context: 'username', operator: 'in', values: ['ada', 'grace'] }} />
    ),
  },
};
