import type { TileContent } from '@inlay/charts/tile';
import type { EditorDataset } from '@inlay/editor/editor-backend';
import type { EditorContext } from '@inlay/editor/editor-context';
import { finishTile, missingOf } from '@inlay/editor/model/finish-tile';
import { patch } from '@inlay/editor/model/patch';
import { FieldPickerContext } from '@inlay/editor/parts/field-select';
import { TileEditor } from '@inlay/editor/tile-editor';
import { loadMoreSettings } from '@inlay/editor/use-more';
import type { ContentMessages } from '@inlay/messages/content';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { conditionsOf, isFinished } from '@inlay/ui/conditions/rule-group';
import { Button } from '@inlay/ui/controls/button';
import { useUnsaved } from '@inlay/ui/form/use-unsaved';
import { Notice } from '@inlay/ui/layout/notice';
import { Section } from '@inlay/ui/layout/section';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { editorTexts } from '../../charts/editor-texts.ts';
import { adminLocale, useMessages } from '../../messages.ts';
import { useTileTitle } from '../../parts/content/use-tile-title.ts';
import { useTask } from '../../parts/form/use-task.ts';
import { VisibilityEditor } from '../../parts/form/visibility-editor.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { navigate } from '../../router.ts';
import { ContentBar } from '../content/content-bar.tsx';
import { HiddenContent, PreviewAsBar, usePreviewAs } from '../content/preview-as.tsx';
import { ProblemNotice } from '../content/problem-notice.tsx';
import { useContent } from '../content/use-content.ts';
import { editorBackend } from './editor-backend.ts';
import { FieldPicker } from './field-picker.tsx';

// Fetched with this file while the app is idle, so that opening a tile waits for data only.
loadMoreSettings(adminLocale()).catch(() => {});

export function NewTileScreen({ app }: { readonly app: string }): VNode {
  return <NewTile key={app} appId={app} />;
}

export function TileScreen({ app, id }: { readonly app: string; readonly id: string }): VNode {
  return <EditTile key={id} appId={app} id={id} />;
}

const listOf = (appId: string) => `/apps/${encodeURIComponent(appId)}?tab=tiles`;

function NewTile({ appId }: { readonly appId: string }): VNode {
  const t = useMessages('content').tiles;
  const as = usePreviewAs(appId);
  const backend = useMemo(() => editorBackend(appId, as.context), [appId, as.context]);
  const [tile, setTile] = useState<TileContent>();
  const { busy, error, run } = useTask();
  const blocked = tile === undefined ? t.needs.dataset : blockedBy(tile, t);
  useUnsaved(tile !== undefined && isBegun(tile));
  const create = () =>
    run(async () => {
      if (!tile) return;
      const made = await api.post('/tiles', { body: { appId, ...tile } });
      showToast(t.created);
      navigate(`/apps/${appId}/tiles/${made.id}`, { replace: true, unasked: true });
    });
  return (
    <Screen
      wide
      title={t.new}
      back={{ to: listOf(appId), title: t.all }}
      actions={
        <>
          {blocked && tile && <span class="ui-muted ui-small">{blocked}</span>}
          <Button
            variant="primary"
            busy={busy}
            disabled={blocked !== undefined}
            onClick={() => void create()}
          >
            {t.create}
          </Button>
        </>
      }
    >
      {error && <Notice tone="bad">{error.message}</Notice>}
      <PreviewAsBar appId={appId} as={as} kind="tile" content={blocked === undefined ? tile : undefined} />
      <EditorBox>
        <TileEditor
          backend={backend}
          messages={editorTexts()}
          onChange={setTile}
          actions={as.button}
          extraSettings={visibility}
          overlay={as.hides() && <HiddenContent reason={as.hides()} />}
          noMeasures={noMeasures}
        />
      </EditorBox>
      {as.dialog}
    </Screen>
  );
}

function EditTile({ appId, id }: { readonly appId: string; readonly id: string }): VNode {
  const { tiles: t, shared } = useMessages('content');
  const as = usePreviewAs(appId);
  const backend = useMemo(() => editorBackend(appId, as.context), [appId, as.context]);
  const work = useContent('tiles', id, finishContent);
  const { shown, content, error, reload } = work;
  const tile = content as TileContent | undefined;
  const blocked = work.isDirty && tile ? blockedBy(tile, t) : undefined;
  const title = useTileTitle({ id, appId, title: shown?.title ?? '' });
  const isRetitled = tile !== undefined && tile.title !== shown?.title;
  return (
    <Screen
      wide
      title={(isRetitled ? titleOutline(tile.title) : title) || t.tile}
      back={{ to: listOf(appId), title: t.all }}
      intro={shown?.comment && shared.lastComment({ comment: shown.comment })}
      actions={<ContentBar plural="tiles" one="tile" work={work} blocked={blocked} />}
    >
      {error && <Trouble error={error} onRetry={reload} />}
      <ProblemNotice problem={work.problem} />
      {!shown && !error && <Skeleton lines={8} />}
      {work.first && (
        <>
          <PreviewAsBar
            appId={appId}
            as={as}
            kind="tile"
            content={blocked === undefined ? tile : undefined}
          />
          <EditorBox>
            <TileEditor
              key={work.generation}
              tile={work.first as TileContent}
              backend={backend}
              messages={editorTexts()}
              onChange={work.edit}
              actions={as.button}
              extraSettings={visibility}
              overlay={as.hides() && <HiddenContent reason={as.hides()} />}
              noMeasures={noMeasures}
            />
          </EditorBox>
        </>
      )}
      {as.dialog}
    </Screen>
  );
}

const finishContent = (content: object) => finishTile(content as TileContent);

const noMeasures = (dataset: EditorDataset) => <NoMeasures dataset={dataset} />;

function NoMeasures({ dataset: { id, name } }: { readonly dataset: EditorDataset }): VNode {
  const t = useMessages('content').tiles;
  const add = <Link to={`/datasets/${encodeURIComponent(id)}/measures`}>{t.addMeasure}</Link>;
  return (
    <p>
      <Rich text={t.noMeasures} parts={{ dataset: name, add }} />
    </p>
  );
}

/** A dataset alone may be preselected: leaving loses nothing then. */
const isBegun = (tile: TileContent) => {
  const missing = missingOf(tile);
  return !(missing.includes('fields') && missing.includes('title'));
};

const visibility = (context: EditorContext) => <VisibilitySection context={context} />;

function VisibilitySection({ context: { tile, change } }: { readonly context: EditorContext }): VNode {
  return (
    <Section title={useMessages('conditions').visibility} count={conditionsOf(tile.visibility).length}>
      <VisibilityEditor
        rule={tile.visibility}
        onChange={(rule) => change(patch(tile, { visibility: rule }), 'visibility')}
      />
    </Section>
  );
}

function blockedBy(tile: TileContent, t: ContentMessages['tiles']): string | undefined {
  const [missing] = missingOf(tile);
  if (missing) return t.needs[missing];
  return isFinished(tile.visibility) ? undefined : t.needs.visibility;
}

function EditorBox({ children }: { readonly children: VNode }): VNode {
  return (
    <FieldPickerContext.Provider value={FieldPicker}>
      <div class="ui-box editor-box">{children}</div>
    </FieldPickerContext.Provider>
  );
}
