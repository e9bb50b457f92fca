import type { StartMessages } from '@inlay/messages/start';
import { Select, type SelectOption } from '@inlay/ui/controls/select';
import type { VNode } from 'preact';
import { useMessages } from '../../../messages.ts';
import { Rich } from '../../../parts/text/rich.tsx';
import type { DraftDataset } from './draft-dataset.ts';
import type { ProposalPart } from './proposal-props.ts';
import type { Access } from './propose-access.ts';
import { proposeOwners } from './propose-owners.ts';

interface AccessCardProps extends ProposalPart {
  /** Somebody pressed Create: what is missing is said at its field. */
  readonly isTried: boolean;
}

/** Who sees which rows, chosen for each dataset: nothing is open unless somebody says so. */
export function AccessCard({ proposal, isTried }: AccessCardProps): VNode {
  const t = useMessages('start').access;
  const { datasets, accessOf, choices, change } = proposal;
  return (
    <section class="ui-card start-access" aria-label={t.title}>
      <div>
        <h2>{t.title}</h2>
        <p class="ui-muted">{t.hint}</p>
      </div>
      {datasets.map((dataset) => {
        const access = accessOf(dataset.id);
        const offers = offersFor(dataset, t);
        const chosen = offers.find((offer) => access && keyOf(offer.access) === keyOf(access));
        const none = { value: '', label: t.choose };
        const options: SelectOption[] = offers.map((offer) => ({
          value: keyOf(offer.access),
          label: offer.label,
        }));
        return (
          <Select
            key={dataset.id}
            label={t.label({ dataset: dataset.name })}
            value={chosen ? keyOf(chosen.access) : ''}
            options={chosen ? options : [none, ...options]}
            hint={
              access?.kind === 'column' && (
                <Rich text={t.attribute} parts={{ attribute: <code>{access.attribute}</code> }} />
              )
            }
            error={isTried && !access ? t.required({ dataset: dataset.name }) : undefined}
            onChange={(value) => {
              const offer = offers.find((each) => keyOf(each.access) === value);
              if (offer) change({ access: { ...choices.access, [dataset.id]: offer.access } });
            }}
          />
        );
      })}
    </section>
  );
}

interface Offer {
  readonly access: Access;
  readonly label: string;
}

const keyOf = (access: Access): string => {
  if (access.kind === 'column') return `column ${access.column}`;
  return access.kind === 'follow' ? `follow ${access.relationship}` : access.kind;
};

/** More would be a list to search in; other columns can be chosen in the editor of row rules. */
const MAX_COLUMNS = 30;

function offersFor(
  { name, columns, relationships }: DraftDataset,
  t: StartMessages['access'],
): readonly Offer[] {
  const owners = proposeOwners(columns, name);
  const likely = new Set(owners.map(({ column }) => column));
  const others = columns
    .filter((column) => (column.type === 'string' || column.type === 'integer') && !likely.has(column.name))
    .map((column) => ({ column: column.name, attribute: column.name }));
  const labelOf = (wanted: string) => columns.find((column) => column.name === wanted)?.label ?? wanted;
  const byColumn = [...owners, ...others].slice(0, MAX_COLUMNS).map(({ column, attribute }): Offer => {
    const label = t.column({ column: labelOf(column) });
    return { access: { kind: 'column', column, attribute }, label };
  });
  const following = relationships
    .filter(({ kind }) => kind !== 'one-to-many')
    .map(
      (relationship): Offer => ({
        access: { kind: 'follow', relationship: relationship.name },
        label: t.follow({ relationship: relationship.label ?? relationship.name }),
      }),
    );
  return [
    ...byColumn,
    ...following,
    { access: { kind: 'all' }, label: t.all },
    { access: { kind: 'nobody' }, label: t.nobody },
  ];
}
