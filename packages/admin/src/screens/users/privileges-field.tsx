import type { Privilege } from '@inlay/protocol/user';
import type { FieldProps } from '@inlay/ui/form/use-form';
import { Table } from '@inlay/ui/layout/table';
import type { VNode } from 'preact';
import { allApps } from '../../api/common-queries.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import { Link } from '../../parts/text/link.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import css from './privileges-field.css?inline';

adoptStyles(css);

type Privileges = Readonly<Record<string, readonly Privilege[]>>;

const kinds = ['view', 'contribute', 'validate'] as const;

/** A user's privileges in each app: view published content, contribute drafts, validate others' work. */
export function PrivilegesField({
  id: fieldId,
  label,
  value = {},
  error,
  onChange,
}: FieldProps<Privileges | undefined>): VNode {
  const t = useMessages('people').users.privileges;
  const ofApp = { view: t.viewApp, contribute: t.contributeApp, validate: t.validateApp };
  const { data } = useQuery(allApps);
  const apps = data?.data ?? [];
  const known = new Set(apps.map(({ id }) => id));
  const rows = [
    ...apps.map(({ id, title }) => ({ id, title })),
    ...Object.keys(value)
      .filter((id) => !known.has(id))
      .map((id) => ({ id, title: id })),
  ];
  const toggle = (app: string, kind: Privilege, chosen: boolean) => {
    const former = value[app] ?? [];
    const next = chosen ? [...former, kind] : former.filter((each) => each !== kind);
    const { [app]: _, ...others } = value;
    onChange(next.length === 0 ? others : { ...others, [app]: next });
  };
  return (
    <div class="ui-field" id={fieldId}>
      <span class="ui-field-label">{label}</span>
      {error && <span class="ui-field-error">{error}</span>}
      {rows.length === 0 ? (
        <span class="ui-field-hint">
          {data ? <Rich text={t.noApps} parts={{ link: <Link to="/apps">{t.apps}</Link> }} /> : t.loading}
        </span>
      ) : (
        <Table class="privileges">
          <thead>
            <tr>
              <th>{t.app}</th>
              {kinds.map((kind) => (
                <th key={kind}>{t[kind]}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, title }) => (
              <tr key={id}>
                <td>{title}</td>
                {kinds.map((kind) => (
                  <td key={kind}>
                    <label class="cell-tick">
                      <input
                        type="checkbox"
                        aria-label={ofApp[kind]({ app: title })}
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
      <span class="ui-field-hint">{t.hint}</span>
    </div>
  );
}
