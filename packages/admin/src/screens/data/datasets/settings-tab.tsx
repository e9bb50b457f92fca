import type { DatasetUser } from '@inlay/protocol/dataset-api';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Badge } from '@inlay/ui/badge';
import { Button } from '@inlay/ui/button';
import { ConfirmDialog } from '@inlay/ui/confirm-dialog';
import { Field } from '@inlay/ui/field';
import { Skeleton } from '@inlay/ui/skeleton';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ask } from '../../../api/ask.ts';
import { useNamed } from '../../../api/named.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { Link } from '../../../parts/link.tsx';
import { WorkspaceOptions } from '../../../parts/workspace-options.tsx';
import { navigate } from '../../../router.ts';
import type { DatasetTabProps } from './dataset-tab-props.ts';

const times = [
  [0, 'Not at all: every question asks the database'],
  [60, '1 minute'],
  [300, '5 minutes'],
  [3600, '1 hour'],
  [21_600, '6 hours'],
  [86_400, '1 day'],
] as const;

export function SettingsTab({ dataset, draft, set }: DatasetTabProps): VNode {
  const workspaces = useNamed('workspaces');
  const [removing, setRemoving] = useState(false);
  const known = draft.cacheSeconds === null || times.some(([seconds]) => seconds === draft.cacheSeconds);
  return (
    <div class="stack">
      <section class="ui-card" aria-label="Settings">
        <Field label="Name">
          <input
            class="ui-input"
            required
            value={draft.name}
            onInput={(event) => set({ name: event.currentTarget.value })}
          />
        </Field>
        <Field label="Identifier" hint="What tiles name. It cannot change.">
          <input class="ui-input ui-mono" readOnly value={dataset.id} />
        </Field>
        <Field
          label="Answers are kept for"
          hint="Within this time the same question of viewers with the same rights is answered at once."
        >
          <select
            class="ui-input ui-select"
            value={draft.cacheSeconds ?? ''}
            onChange={({ currentTarget: { value } }) =>
              set({ cacheSeconds: value === '' ? null : Number(value) })
            }
          >
            <option value="">The usual: 1 minute</option>
            {!known && <option value={draft.cacheSeconds ?? ''}>{draft.cacheSeconds} seconds</option>}
            {times.map(([seconds, words]) => (
              <option key={seconds} value={seconds}>
                {words}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Workspace" hint="Tiles of other workspaces cannot ask it.">
          <select
            class="ui-input ui-select"
            value={draft.workspaceId ?? ''}
            onChange={({ currentTarget: { value } }) => set({ workspaceId: value || null })}
          >
            <option value="">Every workspace</option>
            <WorkspaceOptions workspaces={workspaces} chosen={draft.workspaceId} />
          </select>
        </Field>
      </section>
      <Usage id={dataset.id} />
      <section class="ui-card">
        <div class="ui-card-head">
          <div>
            <h2>Delete the dataset</h2>
            <p class="muted">
              The data itself stays where it is. A dataset that tiles ask cannot be deleted.
            </p>
          </div>
          <Button variant="danger" onClick={() => setRemoving(true)}>
            Delete …
          </Button>
        </div>
      </section>
      {removing && (
        <ConfirmDialog
          title={`Delete ${dataset.name}?`}
          action="Delete the dataset"
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await ask('DELETE', `datasets/${encodeURIComponent(dataset.id)}`);
            showToast(`${dataset.name} is deleted.`);
            navigate('/datasets', { unasked: true });
          }}
        >
          <p>Its columns, measures and rules are gone for good.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

function Usage({ id }: { readonly id: string }): VNode {
  const { data } = useAnswer<{ data: readonly DatasetUser[] }>(`datasets/${encodeURIComponent(id)}/usage`);
  return (
    <section class="ui-card" aria-label="Used by">
      <h2>Used by</h2>
      {!data && <Skeleton lines={1} />}
      {data?.data.length === 0 && <p class="muted">Nothing yet. Tiles of an app can ask it.</p>}
      {data && data.data.length > 0 && (
        <ul class="used">
          {data.data.map((user) => (
            <li key={`${user.kind} ${user.id}`}>
              <Link to={`/apps/${encodeURIComponent(user.appId)}`}>{titleOutline(user.title)}</Link>
              <span class="muted">{user.kind}</span>
              {user.published && <Badge tone="good">Published</Badge>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
