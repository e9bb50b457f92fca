import type { DatasetColumn, Relationship } from '@inlay/protocol/dataset';
import type { DataModel, ModelDataset, RelationshipSuggestion } from '@inlay/protocol/model-api';
import { Button } from '@inlay/ui/controls/button';
import { Checkbox } from '@inlay/ui/controls/checkbox';
import { Combobox } from '@inlay/ui/controls/combobox';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { Badge } from '@inlay/ui/layout/badge';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../../../api/api.ts';
import { useQuery } from '../../../../api/use-query.ts';
import { useMessages } from '../../../../messages.ts';
import { useTask } from '../../../../parts/form/use-task.ts';
import { Trouble } from '../../../../parts/page/trouble.tsx';
import { Link } from '../../../../parts/text/link.tsx';
import type { DatasetTabProps } from '../dataset-tab-props.ts';
import { modelOfConnection } from '../queries.ts';
import { useOpenItem } from '../use-open-item.ts';
import { RelationshipCheck } from './relationship-check.tsx';
import { keyText, kindText, necessityOf } from './relationship-text.ts';
import { SuggestionList } from './suggestion-list.tsx';

const KINDS = ['many-to-one', 'one-to-many', 'one-to-one'] as const;

export function RelationshipsTab(props: DatasetTabProps): VNode {
  const { data: model, error, reload } = useQuery(modelOfConnection(props.form.values.connectionId));
  if (model) return <Relationships {...props} model={model} />;
  return error ? <Trouble error={error} onRetry={reload} /> : <Skeleton lines={4} />;
}

interface WithModel {
  readonly model: DataModel;
}

function Relationships({ dataset, form, model }: DatasetTabProps & WithModel): VNode {
  const t = useMessages('data').relationships;
  const { relationships, columns } = form.values;
  const { list, open, toggle, close, openAdded } = useOpenItem();
  const others = model.datasets.filter(({ id }) => id !== dataset.id);
  const add = (relationship: Relationship) => {
    openAdded(relationships.length);
    form.set({ relationships: [...relationships, relationship] });
  };
  const addNew = () => {
    const [other] = others;
    if (!other) return;
    const own = columns.find(({ type }) => type !== 'json')?.name ?? '';
    const columnsOfBoth = [{ own, other: other.columns[0]?.name ?? '' }];
    const name = freeName(relationships, nameFor(other));
    add({ name, dataset: other.id, kind: 'many-to-one', columns: columnsOfBoth });
  };
  return (
    <div class="ui-stack">
      <div class="ui-card-head">
        <p class="ui-muted">
          {t.intro}{' '}
          <Link to={`/model?connection=${encodeURIComponent(form.values.connectionId)}`}>{t.seeModel}</Link>
        </p>
        {others.length > 0 && <Button onClick={addNew}>{t.add}</Button>}
      </div>
      {others.length === 0 && <EmptyState title={t.noOthers}>{t.noOthersHint}</EmptyState>}
      {others.length > 0 && relationships.length === 0 && (
        <EmptyState title={t.empty}>{t.emptyHint}</EmptyState>
      )}
      {relationships.length > 0 && (
        <ul ref={list} class="ui-box">
          {relationships.map((relationship, at) => (
            <RelationshipRow
              key={at}
              form={form}
              dataset={dataset}
              model={model}
              relationship={relationship}
              at={at}
              open={open === at}
              onToggle={() => toggle(at)}
              onRemove={() => {
                close();
                form.set({ relationships: relationships.toSpliced(at, 1) });
              }}
            />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <Suggestions
          id={dataset.id}
          model={model}
          known={relationships}
          onAccept={(relationship) =>
            add({ ...relationship, name: freeName(relationships, relationship.name) })
          }
        />
      )}
    </div>
  );
}

interface RelationshipRowProps extends Pick<DatasetTabProps, 'form' | 'dataset'>, WithModel {
  readonly relationship: Relationship;
  readonly at: number;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onRemove: () => void;
}

function RelationshipRow(props: RelationshipRowProps): VNode {
  const { form, dataset, model, relationship, at, open, onToggle, onRemove } = props;
  const { relationships: t, measures } = useMessages('data');
  const other = model.datasets.find(({ id }) => id === relationship.dataset);
  const names = { own: form.values.name, other: other?.name ?? relationship.dataset };
  const place = `/relationships/${at}`;
  const problem = form.problems.find(({ path }) => path === place || path.startsWith(`${place}/`));
  const isSaved = JSON.stringify(dataset.columns) === JSON.stringify(form.values.columns);
  return (
    <li class="rows-item">
      <div class="column-row">
        <span>
          <strong>{relationship.label ?? relationship.name}</strong>
          {relationship.label && <span class="ui-small ui-mono ui-muted">{relationship.name}</span>}
        </span>
        <span class="ui-muted">
          {kindText(relationship.kind, names, t)}
          {relationship.required && (
            <>
              {' '}
              <Badge tone="neutral">{t.required}</Badge>
            </>
          )}
          <br />
          <span class="ui-small ui-mono">{keyText(relationship)}</span>
        </span>
        <button
          type="button"
          class="ui-button ui-button-ghost"
          aria-expanded={open}
          aria-label={(open ? measures.closeOf : measures.editOf)({ measure: relationship.name })}
          onClick={onToggle}
        >
          {open ? measures.close : measures.edit}
        </button>
      </div>
      {problem && !open && <p class="ui-field-error">{problem.problem}</p>}
      {open && (
        <div class="ui-stack rows-more">
          <RelationshipFields
            form={form}
            model={model}
            relationship={relationship}
            at={at}
            own={dataset.id}
          />
          {isSaved ? (
            <RelationshipCheck dataset={dataset.id} names={names} relationship={relationship} />
          ) : (
            <p class="ui-small ui-muted">{t.saveFirst}</p>
          )}
          <div>
            <Button variant="danger" onClick={onRemove}>
              {t.remove}
            </Button>
          </div>
        </div>
      )}
    </li>
  );
}

interface RelationshipFieldsProps
  extends Pick<RelationshipRowProps, 'form' | 'model' | 'relationship' | 'at'> {
  readonly own: string;
}

function RelationshipFields({ form, model, relationship, at, own }: RelationshipFieldsProps): VNode {
  const t = useMessages('data').relationships;
  const { relationships, columns } = form.values;
  const other = model.datasets.find(({ id }) => id === relationship.dataset);
  const names = { own: form.values.name, other: other?.name ?? relationship.dataset };
  const change = (next: Relationship) => form.set({ relationships: relationships.with(at, next) });
  const errorOf = (field: string) =>
    form.problems.find(({ path }) => path === `/relationships/${at}/${field}`)?.problem;
  const pairs = relationship.columns;
  return (
    <>
      <div class="ui-three">
        <TextField
          {...form.field(`relationships.${at}.name`, { label: t.name, required: true })}
          mono
          hint={t.nameHint({
            example: `${relationship.name || 'customer'}.${other?.columns[0]?.name ?? 'id'}`,
          })}
        />
        <Combobox
          label={t.dataset}
          value={relationship.dataset}
          error={errorOf('dataset')}
          options={model.datasets.map(({ id, name }) => ({
            value: id,
            label: id === own ? t.itself({ name }) : name,
          }))}
          onChange={(dataset) => {
            const chosen = model.datasets.find(({ id }) => id === dataset);
            const isProposed = relationship.name === (other && nameFor(other));
            change({
              ...relationship,
              dataset,
              ...(isProposed &&
                chosen && { name: freeName(relationships.toSpliced(at, 1), nameFor(chosen)) }),
              columns: pairs.map((pair) => ({ ...pair, other: chosen?.columns[0]?.name ?? '' })),
            });
          }}
        />
      </div>
      <Select
        label={t.kind}
        value={relationship.kind}
        options={KINDS.map((kind) => ({ value: kind, label: kindText(kind, names, t) }))}
        onChange={(kind) =>
          change(kind === 'one-to-many' ? optional(relationship, kind) : { ...relationship, kind })
        }
      />
      <KeyPairs
        pairs={pairs}
        columns={columns}
        other={other}
        otherName={names.other}
        errorOf={errorOf}
        onChange={(next) => change({ ...relationship, columns: next })}
      />
      <Checkbox
        label={t.enforced}
        hint={t.enforcedHint}
        checked={relationship.enforced ?? false}
        onChange={(enforced) => {
          const { enforced: _, ...rest } = relationship;
          change(enforced ? { ...rest, enforced } : rest);
        }}
      />
      {relationship.kind !== 'one-to-many' && (
        <Checkbox
          label={t.required}
          hint={t.requiredHint({ other: names.other })}
          checked={relationship.required ?? false}
          onChange={(required) => change(required ? { ...relationship, required } : optional(relationship))}
        />
      )}
      {errorOf('required') && <p class="ui-field-error">{errorOf('required')}</p>}
      {hasRules(other) && necessityOf(relationship, form.values) === 'optional' && (
        <Notice tone="warning">
          <div class="ui-stack-tight">
            <p>{t.offerRequired({ other: names.other })}</p>
            <div>
              <Button onClick={() => change({ ...relationship, required: true })}>{t.makeRequired}</Button>
            </div>
          </div>
        </Notice>
      )}
    </>
  );
}

interface KeyPairsProps {
  readonly pairs: Relationship['columns'];
  readonly columns: readonly DatasetColumn[];
  readonly other: ModelDataset | undefined;
  readonly otherName: string;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (pairs: Relationship['columns']) => void;
}

/** The columns that are equal in rows that belong together. */
function KeyPairs({ pairs, columns, other, otherName, errorOf, onChange }: KeyPairsProps): VNode {
  const t = useMessages('data').relationships;
  return (
    <fieldset class="plain-group">
      <legend class="ui-field-label">{t.columns}</legend>
      {pairs.map((pair, index) => {
        const type = columns.find(({ name }) => name === pair.own)?.type;
        return (
          <div key={index} class="key-pair">
            <Combobox
              hideLabel
              label={t.ownColumn({ place: index + 1 })}
              value={pair.own}
              error={errorOf(`columns/${index}/own`)}
              options={columns
                .filter((column) => column.type !== 'json')
                .map(({ name, label }) => ({ value: name, label: label ?? name }))}
              onChange={(name) => onChange(pairs.with(index, { ...pair, own: name }))}
            />
            <span aria-hidden="true">=</span>
            <Combobox
              hideLabel
              label={t.otherColumn({ place: index + 1, dataset: otherName })}
              value={pair.other}
              error={errorOf(`columns/${index}/other`)}
              options={(other?.columns ?? [])
                .filter((column) => column.type === type || column.name === pair.other)
                .map(({ name, label }) => ({ value: name, label: label ?? name }))}
              onChange={(name) => onChange(pairs.with(index, { ...pair, other: name }))}
            />
            {pairs.length > 1 && (
              <IconButton
                icon="close"
                label={t.removeColumns({ place: index + 1 })}
                onClick={() => onChange(pairs.toSpliced(index, 1))}
              />
            )}
          </div>
        );
      })}
      {pairs.length < 8 && (
        <div>
          <Button
            variant="ghost"
            onClick={() =>
              onChange([...pairs, { own: columns[0]?.name ?? '', other: other?.columns[0]?.name ?? '' }])
            }
          >
            {t.addColumns}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function optional({ required: _, ...rest }: Relationship, kind = rest.kind): Relationship {
  return { ...rest, kind };
}

const hasRules = (dataset: ModelDataset | undefined): boolean =>
  [...(dataset?.rowRules ?? []), ...(dataset?.groupRules ?? [])].length > 0;

interface SuggestionsProps extends WithModel {
  readonly id: string;
  readonly known: readonly Relationship[];
  readonly onAccept: (relationship: Relationship) => void;
}

function Suggestions({ id, model, known, onAccept }: SuggestionsProps): VNode {
  const t = useMessages('data').relationships;
  const { busy, error, run } = useTask();
  const [found, setFound] = useState<readonly RelationshipSuggestion[]>();
  const suggest = () =>
    run(async () => {
      const path = { id };
      setFound((await api.post('/datasets/{id}/relationships/suggest', { path, body: {} })).data);
    });
  const isNew = ({ relationship }: RelationshipSuggestion) =>
    !known.some((each) => each.dataset === relationship.dataset && keyText(each) === keyText(relationship));
  const open = found?.filter(isNew);
  return (
    <section class="ui-card" aria-label={t.suggestions}>
      <div class="ui-card-head">
        <div>
          <h2>{t.suggestions}</h2>
          <p class="ui-muted">{t.suggestionsHint}</p>
          <div role="status">
            {error && <Notice tone="bad">{error.message}</Notice>}
            {open?.length === 0 && <p class="ui-muted">{t.noSuggestions}</p>}
          </div>
        </div>
        <Button busy={busy} onClick={suggest}>
          {t.suggest}
        </Button>
      </div>
      {open && open.length > 0 && (
        <SuggestionList
          suggestions={open}
          datasets={model.datasets}
          onAccept={({ relationship }) => onAccept(relationship)}
        />
      )}
    </section>
  );
}

/** A dataset's name as relationships are named. */
const nameFor = ({ id, name }: ModelDataset): string => {
  const text = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '');
  return (
    text.slice(0, 56) ||
    id
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '_')
      .replace(/^[^a-z]+/, '') ||
    'related'
  );
};

function freeName(relationships: readonly Relationship[], base: string): string {
  const taken = new Set(relationships.map(({ name }) => name));
  let name = base;
  for (let count = 2; taken.has(name); count += 1) name = `${base}_${count}`;
  return name;
}
