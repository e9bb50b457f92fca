import '../src/style/admin.css';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { GalleryEntry } from '../../ui/gallery/gallery-entry.ts';
import { CodeBlock } from '../src/parts/code-block.tsx';
import { Tabs } from '../src/parts/tabs.tsx';
import { Values } from '../src/parts/values.tsx';

const tabs = [
  { key: 'node', title: 'Node' },
  { key: 'go', title: 'Go' },
] as const;

function Languages(): VNode {
  const [chosen, choose] = useState<'node' | 'go'>('node');
  return <Tabs label="Language" tabs={tabs} chosen={chosen} onChoose={choose} />;
}

export const gallery: GalleryEntry = {
  title: 'Tabs, code and values',
  states: {
    tabs: () => <Languages />,
    code: () => <CodeBlock title="sign.js" code={"import { sign } from '@inlay/node';\n"} />,
    values: () => <Values values={[['Client id', 'acme-embed']]} />,
  },
};
