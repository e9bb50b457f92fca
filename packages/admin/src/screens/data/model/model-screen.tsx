import type { DataModel, ModelDataset, RelationshipSuggestion } from '@inlay/protocol/model-api';
import { Button } from '@inlay/ui/controls/button';
import { Badge } from '@inlay/ui/layout/badge';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Notice } from '@inlay/ui/layout/notice';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Table } from '@inlay/ui/layout/table';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../../api/api.ts';
import { allConnections } from '../../../api/common-queries.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { useTask } from '../../../parts/form/use-task.ts';
import { FilterSelect } from '../../../parts/list/filter-select.tsx';
import { Filters } from '../../../parts/list/filters.tsx';
import { AddDataLinks } from '../../../parts/page/add-data-links.tsx';
import { Screen } from '../../../parts/page/screen.tsx';
import { Trouble } from '../../../parts/page/trouble.tsx';
import { Link } from '../../../parts/text/link.tsx';
import { query } from '../../../router.ts';
import { modelOfConnection } from '../datasets/queries.ts';
import { RelationshipCheck } from '../datasets/relationships/relationship-check.tsx';
import { keyText, kindText, necessityOf } from '../datasets/relationships/relationship-text.ts';
import { SuggestionList } from '../datasets/relationships/suggestion-list.tsx';
import { linksOf, type ModelLink } from './layout-model.ts';
import { ModelDrawing } from './model-drawing.tsx';

/** The datasets of a connection and how they relate to each other. */
export function ModelScreen(): VNode {
  const t = useMessages('data').model;
  const connections = useQuery(allConnections);
  const found = connections.data?.data ?? [];
  const wanted = query.value.get('connection');
  const connection = found.find(({ id }) => id === wanted) ?? found[0];
  return (
    <Screen title={t.title} intro={t.intro} wide>
      {connections.error && <Trouble error={connections.error} onRetry={connections.reload} />}
      {!connections.data && !connections.error && <Skeleton lines={6} />}
      {connections.data && !connection && (
        <EmptyState title={t.noData}>
          <AddDataLinks />
        </EmptyState>
      )}
      {connection && (
        <div class="ui-stack">
          <Filters shown={found.length > 1}>
            <FilterSelect
              name="connection"
              label={t.connection}
              options={found.map(({ id, name }) => [id, name] as const)}
            />
          </Filters>
          <LoadedModel key={connection.id} connection={connection.id} />
        </div>
      )}
    </Screen>
  );
}

function LoadedModel({ connection }: { readonly connection: string }): VNode {
  const t = useMessages('data').model;
  const { data: model, error, reload } = useQuery(modelOfConnection(connection));
  if (error) return <Trouble error={error} onRetry={reload} />;
  if (!model) return <Skeleton lines={6} />;
  if (model.datasets.length === 0)
    return (
      <EmptyState title={t.empty}>
        <p>{t.emptyHint}</p>
        <CreateDataset connection={connection} />
      </EmptyState>
    );
  return <Model connection={connection} model={model} onChanged={reload} />;
}

function CreateDataset({ connection }: { readonly connection: string }): VNode {
  return (
    <Link
      to={`/datasets/new?connection=${encodeURIComponent(connection)}`}
      class="ui-button ui-button-primary"
    >
      {useMessages('data').model.create}
    </Link>
  );
}

interface ModelProps {
  readonly connection: string;
  readonly model: DataModel;
  readonly onChanged: () => void;
}

function Model({ connection, model, onChanged }: ModelProps): VNode {
  const { model: t, relationships } = useMessages('data');
  const links = linksOf(model.datasets);
  const [chosen, setChosen] = useState<string>();
  const isAlone = model.datasets.length === 1 && links.length === 0;
  const keyOf = ({ from, relationship }: ModelLink) => `${from.id} ${relationship.name}`;
  const choose = (link: ModelLink) => setChosen(keyOf(link));
  const link = links.find((each) => keyOf(each) === chosen);
  return (
    <>
      {model.truncated && <Notice tone="warning">{t.truncated({ count: model.datasets.length })}</Notice>}
      <ModelDrawing datasets={model.datasets} chosen={chosen} onChoose={choose} />
      {links.some(({ relationship, from }) => necessityOf(relationship, from) === 'optional') && (
        <p class="model-legend ui-small ui-muted">{t.legend}</p>
      )}
      {link && <ChosenLink key={chosen} link={link} />}
      {isAlone && (
        <EmptyState title={relationships.noOthers}>
          <p>{relationships.noOthersHint}</p>
          <CreateDataset connection={connection} />
        </EmptyState>
      )}
      {!isAlone && (
        <>
          <section class="ui-card" aria-label={t.relationships}>
            <h2>{t.relationships}</h2>
            {links.length === 0 && <p class="ui-muted">{t.noRelationships}</p>}
            {links.length > 0 && <LinkTable links={links} onChoose={choose} />}
            <Unrelated datasets={model.datasets} links={links} />
          </section>
          <Suggestions connection={connection} model={model} onChanged={onChanged} />
        </>
      )}
    </>
  );
}

function ChosenLink({ link: { from, to, relationship } }: { readonly link: ModelLink }): VNode {
  const { model: t, relationships } = useMessages('data');
  const names = { own: from.name, other: to.name };
  const necessity = necessityOf(relationship, from);
  const card = useRef<HTMLElement>(null);
  // It may have been chosen far below, in the table.
  useEffect(() => card.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <section ref={card} class="ui-card model-chosen" aria-label={relationship.label ?? relationship.name}>
      <div class="ui-card-head">
        <div>
          <h2>{relationship.label ?? relationship.name}</h2>
          <p class="ui-muted">
            {kindText(relationship.kind, names, relationships)}{' '}
            {necessity && <Badge tone="neutral">{relationships[necessity]}</Badge>}{' '}
            <span class="ui-mono ui-small">{keyText(relationship)}</span>
          </p>
        </div>
        <Link to={`/datasets/${encodeURIComponent(from.id)}/relationships`} class="ui-button">
          {t.edit}
        </Link>
      </div>
      <RelationshipCheck dataset={from.id} names={names} relationship={relationship} auto />
    </section>
  );
}

interface LinkTableProps {
  readonly links: readonly ModelLink[];
  readonly onChoose: (link: ModelLink) => void;
}

/** The same as the drawing, as text. */
function LinkTable({ links, onChoose }: LinkTableProps): VNode {
  const { model: t, relationships } = useMessages('data');
  return (
    <Table>
      <thead>
        <tr>
          <th>{t.relationship}</th>
          <th>{t.kind}</th>
          <th class="ui-wide">{t.columns}</th>
        </tr>
      </thead>
      <tbody>
        {links.map((link) => {
          const { from, to, relationship } = link;
          const necessity = necessityOf(relationship, from);
          return (
            <tr key={`${from.id} ${relationship.name}`}>
              <td>
                <button
                  type="button"
                  class="row-button-plain ui-link"
                  aria-label={t.checkOf({ relationship: relationship.name, dataset: from.name })}
                  onClick={() => onChoose(link)}
                >
                  {relationship.name}
                </button>
              </td>
              <td>
                <Link to={`/datasets/${encodeURIComponent(from.id)}`}>{from.name}</Link>
                {' → '}
                <Link to={`/datasets/${encodeURIComponent(to.id)}`}>{to.name}</Link>
                <div class="ui-small ui-muted">
                  {[
                    relationships.kinds[relationship.kind],
                    ...(necessity ? [relationships[necessity]] : []),
                  ].join(' · ')}
                </div>
              </td>
              <td class="ui-wide ui-mono ui-small">{keyText(relationship)}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

interface UnrelatedProps {
  readonly datasets: readonly ModelDataset[];
  readonly links: readonly ModelLink[];
}

function Unrelated({ datasets, links }: UnrelatedProps): VNode | null {
  const t = useMessages('data').model;
  const alone = datasets.filter((each) => !links.some(({ from, to }) => from === each || to === each));
  if (alone.length === 0) return null;
  return (
    <>
      <h3>{t.unrelated}</h3>
      <ul class="used">
        {alone.map(({ id, name }) => (
          <li key={id}>
            <Link to={`/datasets/${encodeURIComponent(id)}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

function Suggestions({ connection, model, onChanged }: ModelProps): VNode {
  const { model: texts, relationships: t } = useMessages('data');
  const searching = useTask();
  const accepting = useTask();
  const [found, setFound] = useState<readonly RelationshipSuggestion[]>();
  const suggest = () =>
    searching.run(async () => {
      const path = { id: connection };
      setFound((await api.post('/connections/{id}/relationships/suggest', { path, body: {} })).data);
    });
  const accept = (suggestion: RelationshipSuggestion) =>
    accepting.run(async () => {
      const path = { id: suggestion.dataset };
      // The version of now, so that what somebody else added meanwhile stays.
      const { relationships = [], version } = await api.get('/datasets/{id}', { path });
      await api.patch('/datasets/{id}', {
        path,
        body: { relationships: [...relationships, suggestion.relationship] },
        headers: { 'if-match': `"${version}"` },
      });
      setFound((open) => open?.filter((each) => each !== suggestion));
      showToast(texts.added({ relationship: suggestion.relationship.name }));
      onChanged();
    });
  const error = searching.error ?? accepting.error;
  return (
    <section class="ui-card" aria-label={t.suggestions}>
      <div class="ui-card-head">
        <div>
          <h2>{t.suggestions}</h2>
          <p class="ui-muted">{t.suggestionsHint}</p>
          <div role="status">
            {error && <Notice tone="bad">{error.message}</Notice>}
            {found?.length === 0 && <p class="ui-muted">{t.noSuggestions}</p>}
          </div>
        </div>
        <Button busy={searching.busy} onClick={suggest}>
          {t.suggest}
        </Button>
      </div>
      {found && found.length > 0 && (
        <SuggestionList
          suggestions={found}
          datasets={model.datasets}
          busy={accepting.busy}
          onAccept={accept}
        />
      )}
    </section>
  );
}
