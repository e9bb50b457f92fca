import '../src/kit.css';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { CodeBlock } from '../src/code-block.tsx';
import { Tabs } from '../src/tabs.tsx';
import { Values } from '../src/values.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const tabs = [
  { key: 'node', title: 'Node' },
  { key: 'go', title: 'Go' },
] as const;

function Languages(): VNode {
  const [chosen, choose] = useState<'node' | 'go'>('node');
  return <Tabs label="Language" tabs={tabs} value={chosen} onChange={choose} />;
}

export const gallery: GalleryEntry = {
  title: 'Tabs, code and values',
  states: {
    tabs: () => <Languages />,
    code: () => <CodeBlock title="sign.js" code={"import { sign } from '@inlay/node';\n"} />,
    values: () => <Values values={[['Client id', 'acme-embed']]} />,
  },
};
