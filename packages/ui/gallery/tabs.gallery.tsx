import '../src/kit.css';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Segments } from '../src/controls/segments.tsx';
import { Section } from '../src/layout/section.tsx';
import { TabBar } from '../src/layout/tab-bar.tsx';
import { Tabs } from '../src/layout/tabs.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const tabs = [
  { key: 'node', title: 'Node' },
  { key: 'go', title: 'Go' },
] as const;
const rights = [
  { value: 'view', label: 'Can view', count: 3 },
  { value: 'edit', label: 'Can edit', count: 12 },
] as const;

function Languages(): VNode {
  const [language, setLanguage] = useState<'node' | 'go'>('node');
  return <Tabs label="Language" tabs={tabs} value={language} onChange={setLanguage} />;
}

function Rights(): VNode {
  const [right, setRight] = useState<'view' | 'edit'>('view');
  return <Segments label="Right" options={rights} value={right} onChange={setRight} />;
}

export const gallery: GalleryEntry = {
  title: 'Tabs, TabBar, Segments, Section',
  states: {
    tabs: () => <Languages />,
    'tabs that are links': () => (
      <TabBar label="Parts of the dataset" value="columns">
        <a class="ui-tab" href="#columns" aria-current="page">
          Columns
        </a>
        <a class="ui-tab" href="#measures">
          Measures
        </a>
      </TabBar>
    ),
    segments: () => <Rights />,
    'section, closed': () => (
      <Section title="Sorting and limit" count={2}>
        Sorting
      </Section>
    ),
    'section, open': () => (
      <Section title="Colors" open>
        Colors
      </Section>
    ),
  },
};
