import type { TileContent } from '@inlay/charts/tile';
import type { Desk } from '@inlay/editor/desk';
import type { EditorDataset } from '@inlay/editor/editor-backend';
import { finishTile, missingOf } from '@inlay/editor/model/finish-tile';
import { isFinished } from '@inlay/editor/model/rule-group';
import { TileEditor } from '@inlay/editor/tile-editor';
import { VisibilitySection } from '@inlay/editor/visibility-section';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/button';
import { Notice } from '@inlay/ui/notice';
import { Skeleton } from '@inlay/ui/skeleton';
import { showToast } from '@inlay/ui/toast';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { editorTexts } from '../../charts/editor-texts.ts';
import { useTileTitle } from '../../charts/use-tile-title.ts';
import { Link } from '../../parts/link.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { useTask } from '../../parts/use-task.ts';
import { navigate } from '../../router.ts';
import { ContentBar } from '../content/content-bar.tsx';
import { NotSeen, SeenAs, usePreviewAs } from '../content/preview-as.tsx';
import { useContent } from '../content/use-content.ts';
import { editorBackend } from './editor-backend.ts';

export function NewTileScreen({ app }: { readonly app: string }): VNode {
  return <NewTile key={app} appId={app} />;
}

export function TileScreen({ app, id }: { readonly app: string; readonly id: string }): VNode {
  return <EditTile key={id} appId={app} id={id} />;
}

const backTo = (appId: string) => ({
  to: `/apps/${encodeURIComponent(appId)}?tab=tiles`,
  title: 'All tiles',
});

function NewTile({ appId }: { readonly appId: string }): VNode {
  const as = usePreviewAs(appId);
  const backend = useMemo(() => editorBackend(appId, as.context), [appId, as.context]);
  const [tile, setTile] = useState<TileContent>();
  const { busy, error, run } = useTask();
  const blocked = tile === undefined ? problems.dataset : blockedBy(tile);
  useUnsaved(tile !== undefined && isBegun(tile));
  const create = () =>
    run(async () => {
      if (!tile) return;
      const made = await api.post('/tiles', { body: { appId, ...tile } });
      showToast('The tile is saved as a draft.');
      navigate(`/apps/${appId}/tiles/${made.id}`, { replace: true, unasked: true });
    });
  return (
    <Screen
      wide
      title="New tile"
      back={backTo(appId)}
      actions={
        <>
          {blocked && tile && <span class="muted small">{blocked}</span>}
          <Button
            variant="primary"
            busy={busy}
            disabled={blocked !== undefined}
            onClick={() => void create()}
          >
            Create the tile
          </Button>
        </>
      }
    >
      {error && <Notice tone="bad">{error.message}</Notice>}
      <SeenAs appId={appId} as={as} kind="tile" content={blocked === undefined ? tile : undefined} />
      <div class="editor-box">
        <TileEditor
          backend={backend}
          words={editorTexts()}
          onChange={setTile}
          actions={as.button}
          more={whoSees}
          covered={as.hides() && <NotSeen reason={as.hides()} />}
          noMeasures={noMeasures}
        />
      </div>
      {as.dialog}
    </Screen>
  );
}

function EditTile({ appId, id }: { readonly appId: string; readonly id: string }): VNode {
  const as = usePreviewAs(appId);
  const backend = useMemo(() => editorBackend(appId, as.context), [appId, as.context]);
  const work = useContent('tiles', id, finishContent);
  const { shown, content, error, reload } = work;
  const tile = content as TileContent | undefined;
  const blocked = work.isDirty && tile ? blockedBy(tile) : undefined;
  const title = useTileTitle({ id, appId, title: shown?.title ?? '' });
  const isRetitled = tile !== undefined && tile.title !== shown?.title;
  return (
    <Screen
      wide
      title={(isRetitled ? titleOutline(tile.title) : title) || 'Tile'}
      back={backTo(appId)}
      intro={shown?.comment && <>Said with the last change: “{shown.comment}”</>}
      actions={<ContentBar plural="tiles" one="tile" work={work} blocked={blocked} />}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      {work.problem && <Notice tone="bad">{work.problem}</Notice>}
      {!shown && !error && <Skeleton lines={8} />}
      {work.first && (
        <>
          <SeenAs appId={appId} as={as} kind="tile" content={blocked === undefined ? tile : undefined} />
          <div class="editor-box">
            <TileEditor
              key={work.generation}
              tile={work.first as TileContent}
              backend={backend}
              words={editorTexts()}
              onChange={work.edit}
              actions={as.button}
              more={whoSees}
              covered={as.hides() && <NotSeen reason={as.hides()} />}
              noMeasures={noMeasures}
            />
          </div>
        </>
      )}
      {as.dialog}
    </Screen>
  );
}

const finishContent = (content: object) => finishTile(content as TileContent);

const noMeasures = ({ id, name }: EditorDataset) => (
  <p>
    {name} has no measures yet: numbers that a chart shows, such as a sum.{' '}
    <Link to={`/datasets/${encodeURIComponent(id)}/measures`}>Add one</Link>
  </p>
);

/** A dataset alone may have chosen itself: leaving loses nothing then. */
const isBegun = (tile: TileContent) => {
  const missing = missingOf(tile);
  return !(missing.includes('fields') && missing.includes('title'));
};

const whoSees = (desk: Desk) => <VisibilitySection desk={desk} />;

const problems = {
  dataset: 'Choose a dataset first.',
  fields: 'Choose a field first.',
  title: 'Give it a title.',
} as const;

function blockedBy(tile: TileContent): string | undefined {
  const [missing] = missingOf(tile);
  if (missing) return problems[missing];
  return isFinished(tile.visibility) ? undefined : 'Finish the conditions of who sees it.';
}
