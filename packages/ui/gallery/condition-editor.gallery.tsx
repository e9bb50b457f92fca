import '../src/kit.css';
import { messages } from '@inlay/messages/conditions/en';
import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { RowRule } from '@inlay/protocol/rule';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ConditionEditor } from '../src/conditions/condition-editor.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

const columns: readonly DatasetColumn[] = [
  { name: 'region', type: 'string', label: 'Region' },
  { name: 'amount', type: 'integer', label: 'Amount' },
  { name: 'paid', type: 'boolean', label: 'Paid' },
  { name: 'ordered_on', type: 'date' },
];
const north: RowRule = { column: 'region', operator: 'in', values: { context: 'attributes.region' } };
const finance: RowRule = { context: 'groups', operator: 'contains', value: 'finance' };

interface EditorProps {
  readonly rule?: RowRule;
  readonly ofViewer?: boolean;
  readonly problems?: readonly { readonly path: string; readonly problem: string }[];
  readonly width?: string;
}

function Editor({ rule: first, ofViewer, problems, width }: EditorProps): VNode {
  const [rule, setRule] = useState(first);
  return (
    <div style={{ maxWidth: width }}>
      <ConditionEditor
        texts={messages}
        columns={ofViewer ? undefined : columns}
        rule={rule}
        problems={problems}
        onChange={setRule}
      />
    </div>
  );
}

export const gallery: GalleryEntry = {
  title: 'ConditionEditor',
  states: {
    'no condition': () => <Editor />,
    'column compared with the viewer': () => <Editor rule={north} />,
    'column compared with a list': () => (
      <Editor rule={{ column: 'region', operator: 'not-in', values: ['north', 'south'] }} />
    ),
    'range of numbers': () => (
      <Editor
        rule={{ column: 'amount', operator: 'between', from: 1, to: { context: 'attributes.limit' } }}
      />
    ),
    'yes or no': () => <Editor rule={{ column: 'paid', operator: 'equals', value: true }} />,
    'without a value': () => <Editor rule={{ column: 'ordered_on', operator: 'is-set' }} />,
    'nested groups': () => (
      <Editor
        rule={{ and: [north, { or: [finance, { context: 'username', operator: 'equals', value: 'ada' }] }] }}
      />
    ),
    'all rows in a group': () => <Editor rule={{ or: [finance, { all: true }] }} />,
    'with errors': () => (
      <Editor
        rule={{
          and: [
            { column: 'gone', operator: 'equals', value: '' },
            { column: 'amount', operator: 'in', values: [] },
          ],
        }}
        problems={[
          { path: '/and/0/column', problem: 'the dataset has no column gone' },
          { path: '/and/1/values', problem: 'must have at least 1 item' },
        ]}
      />
    ),
    'about the viewer': () => <Editor ofViewer rule={finance} />,
    'attribute that is a number': () => (
      <Editor ofViewer rule={{ context: 'attributes.level', operator: 'between', from: 1, to: 3 }} />
    ),
    'in a narrow panel': () => (
      <Editor
        ofViewer
        width="280px"
        rule={{
          and: [
            { context: 'attributes.manager', operator: 'equals', value: true },
            { or: [finance, { context: 'username', operator: 'in', values: ['ada', 'grace'] }] },
          ],
        }}
      />
    ),
  },
};
