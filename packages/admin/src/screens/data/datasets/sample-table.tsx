import type { Cell } from '@inlay/protocol/result';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { adoptStyles } from '../../../parts/page/adopt-styles.ts';
import { isNumeric } from './is-numeric.ts';
import css from './sample-table.css?inline';

adoptStyles(css);

interface SampleTableProps {
  readonly label: string;
  readonly columns: readonly {
    readonly name: string;
    readonly label?: string;
    readonly type: string;
    readonly values: readonly Cell[];
  }[];
  readonly rowCount: number;
}

/** Unformatted rows in a box of their own that scrolls. */
export function SampleTable({ label, columns, rowCount }: SampleTableProps): VNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide rows scroll, so the keyboard must reach them
    <section class="ui-table-box scroll-box" aria-label={label} tabIndex={0}>
      <table class="ui-table sample">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} class={isNumeric(column) ? 'ui-number' : undefined}>
                {column.label ?? column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rowCount }, (_, row) => (
            <tr key={row}>
              {columns.map(({ name, type, values }) => (
                <td key={name} class={isNumeric({ type }) ? 'ui-number' : undefined}>
                  <CellText cell={values[row] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CellText({ cell }: { readonly cell: Cell }): VNode {
  const t = useMessages('data').sample;
  if (cell === null) return <span class="ui-muted">{t.empty}</span>;
  // A double has 15 significant digits: 0.1 + 0.2 is shown as 0.3.
  return <>{typeof cell === 'number' ? Number(cell.toPrecision(15)) : String(cell)}</>;
}
