import type { Page } from '@inlay/protocol/pagination';
import { Table } from '@inlay/ui/table';
import type { VNode } from 'preact';
import type { ShownApp } from '../../api/content.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Link } from '../../parts/link.tsx';

export type Privileges = Readonly<Record<string, readonly string[]>>;

interface PrivilegesFieldProps {
  readonly value: Privileges;
  readonly onChange: (privileges: Privileges) => void;
}

const kinds = [
  ['view', 'View'],
  ['contribute', 'Contribute'],
  ['validate', 'Validate'],
] as const;

/** A user's privileges in each app: view published content, contribute drafts, validate others' work. */
export function PrivilegesField({ value, onChange }: PrivilegesFieldProps): VNode {
  const { data } = useAnswer<Page<ShownApp>>('apps?limit=200');
  const apps = data?.data ?? [];
  const known = new Set(apps.map(({ id }) => id));
  const rows = [
    ...apps.map(({ id, title }) => ({ id, title })),
    ...Object.keys(value)
      .filter((id) => !known.has(id))
      .map((id) => ({ id, title: id })),
  ];
  const toggle = (app: string, kind: string, chosen: boolean) => {
    const former = value[app] ?? [];
    const next = chosen ? [...former, kind] : former.filter((each) => each !== kind);
    const { [app]: _, ...others } = value;
    onChange(next.length === 0 ? others : { ...others, [app]: next });
  };
  return (
    <div class="ui-field">
      <span class="ui-field-label">Privileges</span>
      {rows.length === 0 ? (
        <span class="ui-field-hint">
          {data ? (
            <>
              No apps yet. <Link to="/apps">Apps</Link> hold the content that users view and build.
            </>
          ) : (
            'Loading apps…'
          )}
        </span>
      ) : (
        <Table class="privileges">
          <thead>
            <tr>
              <th>App</th>
              {kinds.map(([kind, title]) => (
                <th key={kind}>{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, title }) => (
              <tr key={id}>
                <td>{title}</td>
                {kinds.map(([kind, words]) => (
                  <td key={kind}>
                    <label class="cell-tick">
                      <input
                        type="checkbox"
                        aria-label={`${words} ${title}`}
                        checked={value[id]?.includes(kind) ?? false}
                        onChange={(event) => toggle(id, kind, event.currentTarget.checked)}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      <span class="ui-field-hint">
        Viewing shows what is published; contributing makes drafts; validating publishes them.
      </span>
    </div>
  );
}
