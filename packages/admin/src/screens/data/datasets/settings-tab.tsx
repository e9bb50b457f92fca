import type { DataMessages } from '@inlay/messages/data';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { Badge } from '@inlay/ui/layout/badge';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { api } from '../../../api/api.ts';
import { useNamed } from '../../../api/named.ts';
import { useQuery } from '../../../api/use-query.ts';
import { useMessages } from '../../../messages.ts';
import { ConfirmButton } from '../../../parts/form/confirm-button.tsx';
import { workspaceChoices } from '../../../parts/form/workspace-choices.ts';
import { Link } from '../../../parts/text/link.tsx';
import { navigate } from '../../../router.ts';
import type { DatasetTabProps } from './dataset-tab-props.ts';
import { datasetUsage } from './queries.ts';

type Messages = DataMessages['settings'];

const CACHE_SECONDS = [0, 60, 300, 3600, 21_600, 86_400];

export function SettingsTab({ dataset, form }: DatasetTabProps): VNode {
  const t = useMessages('data').settings;
  const workspaces = useNamed('workspaces');
  const { cacheSeconds } = form.values;
  const times =
    cacheSeconds === null || CACHE_SECONDS.includes(cacheSeconds)
      ? CACHE_SECONDS
      : [...CACHE_SECONDS, cacheSeconds];
  return (
    <div class="ui-stack">
      <section class="ui-card" aria-label={t.title}>
        <TextField {...form.field('name', { label: t.name })} />
        <TextField label={t.id} hint={t.idHint} mono readOnly value={dataset.id} onChange={() => {}} />
        <Select
          label={t.cache}
          hint={t.cacheHint}
          error={form.field('cacheSeconds', { label: t.cache }).error}
          value={String(cacheSeconds ?? '')}
          options={[
            { value: '', label: t.cacheDefault },
            ...times.map((seconds) => ({ value: String(seconds), label: durationText(seconds, t) })),
          ]}
          onChange={(seconds) => form.set({ cacheSeconds: seconds === '' ? null : Number(seconds) })}
        />
        <Select
          {...form.field('workspaceId', { label: t.workspace })}
          hint={t.workspaceHint}
          options={[
            { value: '', label: t.everyWorkspace },
            ...workspaceChoices(workspaces, form.values.workspaceId),
          ]}
        />
      </section>
      <Usage id={dataset.id} />
      <section class="ui-card">
        <div class="ui-card-head">
          <div>
            <h2>{t.delete}</h2>
            <p class="ui-muted">{t.deleteHint}</p>
          </div>
          <ConfirmButton
            label={t.deleteButton}
            title={t.deleteTitle(dataset)}
            action={t.delete}
            onConfirm={async () => {
              await api.delete('/datasets/{id}', { path: { id: dataset.id } });
              showToast(t.deleted(dataset));
              navigate('/datasets', { unasked: true });
            }}
          >
            {t.deleteText}
          </ConfirmButton>
        </div>
      </section>
    </div>
  );
}

function durationText(seconds: number, t: Messages): string {
  if (seconds === 0) return t.cacheOff;
  if (seconds % 86_400 === 0) return t.days({ count: seconds / 86_400 });
  if (seconds % 3600 === 0) return t.hours({ count: seconds / 3600 });
  return seconds % 60 === 0 ? t.minutes({ count: seconds / 60 }) : t.seconds({ count: seconds });
}

const kindText = (kind: string, { kinds }: Messages): string =>
  Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : kind;

function Usage({ id }: { readonly id: string }): VNode {
  const t = useMessages('data').settings;
  const { data } = useQuery(datasetUsage(id));
  return (
    <section class="ui-card" aria-label={t.usedBy}>
      <h2>{t.usedBy}</h2>
      {!data && <Skeleton lines={1} />}
      {data && data.data.length + data.datasets.length === 0 && <p class="ui-muted">{t.unused}</p>}
      {data && data.data.length + data.datasets.length > 0 && (
        <ul class="used">
          {data.data.map((user) => (
            <li key={`${user.kind} ${user.id}`}>
              <Link to={`/apps/${encodeURIComponent(user.appId)}`}>{titleOutline(user.title)}</Link>
              <span class="ui-muted">{kindText(user.kind, t)}</span>
              {user.published && <Badge tone="good">{t.published}</Badge>}
            </li>
          ))}
          {data.datasets.map((dataset) => (
            <li key={dataset.id}>
              <Link to={`/datasets/${encodeURIComponent(dataset.id)}/relationships`}>{dataset.name}</Link>
              <span class="ui-muted">{t.kinds.dataset}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
