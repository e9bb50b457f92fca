import '../src/kit.css';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { SearchBox } from '../src/controls/search-box.tsx';
import { SelectBox } from '../src/controls/select-box.tsx';
import { CodeBlock } from '../src/layout/code-block.tsx';
import { Pager } from '../src/layout/pager.tsx';
import { Table } from '../src/layout/table.tsx';
import { Values } from '../src/layout/values.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

function Pages(): VNode {
  const [page, setPage] = useState(2);
  return <Pager meta={{ page, limit: 50, total: 140, lastPage: 3 }} total="140 users" onPage={setPage} />;
}

const NAMES = ['Orders', 'Returns', 'Customers'];

function Selection(): VNode {
  const [selected, setSelected] = useState<readonly string[]>(['Returns']);
  return (
    <Table>
      <thead>
        <tr>
          <th class="ui-select">
            <SelectBox
              label="Select all"
              checked={selected.length === NAMES.length}
              mixed={selected.length > 0 && selected.length < NAMES.length}
              onChange={(all) => setSelected(all ? NAMES : [])}
            />
          </th>
          <th>Name</th>
        </tr>
      </thead>
      <tbody>
        {NAMES.map((name) => (
          <tr key={name}>
            <td class="ui-select">
              <SelectBox
                label={`Select ${name}`}
                checked={selected.includes(name)}
                onChange={(isOn) =>
                  setSelected(isOn ? [...selected, name] : selected.filter((each) => each !== name))
                }
              />
            </td>
            <td>{name}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

export const gallery: GalleryEntry = {
  title: 'Table, SelectBox, Pager, SearchBox, CodeBlock, Values',
  states: {
    table: () => (
      <Table>
        <thead>
          <tr>
            <th>Name</th>
            <th class="ui-number">Rows</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Orders</td>
            <td class="ui-number">1,204</td>
          </tr>
          <tr>
            <td>Returns</td>
            <td class="ui-number">87</td>
          </tr>
        </tbody>
      </Table>
    ),
    'table with a selection': () => <Selection />,
    'pager in the middle': () => <Pages />,
    search: () => <SearchBox label="Search users" value="" onSearch={() => {}} />,
    code: () => <CodeBlock title="sign.js" code={"import { sign } from '@inlay/node';\n"} />,
    values: () => <Values values={[['Client id', 'acme-embed']]} />,
  },
};
