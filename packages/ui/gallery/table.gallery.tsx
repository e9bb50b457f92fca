import '../src/kit.css';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { CodeBlock } from '../src/code-block.tsx';
import { Pager } from '../src/pager.tsx';
import { SearchBox } from '../src/search-box.tsx';
import { Table } from '../src/table.tsx';
import { Values } from '../src/values.tsx';
import type { GalleryEntry } from './gallery-entry.ts';

function Pages(): VNode {
  const [page, setPage] = useState(2);
  return <Pager meta={{ page, limit: 50, total: 140, lastPage: 3 }} total="140 users" onPage={setPage} />;
}

export const gallery: GalleryEntry = {
  title: 'Table, Pager, SearchBox, CodeBlock, Values',
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
    'pager in the middle': () => <Pages />,
    search: () => <SearchBox label="Search users" value="" onSearch={() => {}} />,
    code: () => <CodeBlock title="sign.js" code={"import { sign } from '@inlay/node';\n"} />,
    values: () => <Values values={[['Client id', 'acme-embed']]} />,
  },
};
