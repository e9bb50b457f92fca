import type { ComponentChildren, VNode } from 'preact';
import { Dialog } from './dialog.tsx';

interface ConflictDialogProps {
  readonly title: string;
  /** Who changed what when, and what can be done. */
  readonly children: ComponentChildren;
  /** The places that both changed, each with both versions. */
  readonly clashes: readonly {
    readonly key: string;
    readonly place: string;
    readonly yours: ComponentChildren;
    readonly theirs: ComponentChildren;
  }[];
  /** What only one of them changed. */
  readonly rest?: ComponentChildren;
  readonly headings: { readonly both: string; readonly yours: string; readonly theirs: string };
  readonly actions: ComponentChildren;
  /** Absent if one of the actions has to be chosen. */
  readonly onClose?: () => void;
}

/** Two people changed the same thing: nothing is overwritten before one of them has seen what the other did. */
export function ConflictDialog(props: ConflictDialogProps): VNode {
  const { clashes, headings, children, rest, ...dialog } = props;
  return (
    <Dialog {...dialog} wide={clashes.length > 0}>
      {children}
      {clashes.length > 0 && (
        <table class="ui-clashes">
          <thead>
            <tr>
              <th scope="col">{headings.both}</th>
              <th scope="col">{headings.yours}</th>
              <th scope="col">{headings.theirs}</th>
            </tr>
          </thead>
          <tbody>
            {clashes.map(({ key, place, yours, theirs }) => (
              <tr key={key}>
                <th scope="row" dir="auto">
                  {place}
                </th>
                <td data-of={headings.yours} dir="auto">
                  {yours}
                </td>
                <td data-of={headings.theirs} dir="auto">
                  {theirs}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rest}
    </Dialog>
  );
}
