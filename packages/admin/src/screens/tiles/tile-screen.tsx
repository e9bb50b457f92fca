import type { TileContent } from '@inlay/charts/tile';
import type { EditorDataset } from '@inlay/editor/editor-backend';
import type { EditorContext } from '@inlay/editor/editor-context';
import { finishTile, missingOf } from '@inlay/editor/model/finish-tile';
import { patch } from '@inlay/editor/model/patch';
import { FieldPickerContext, type FieldSelectProps } from '@inlay/editor/parts/field-select';
import { TileEditor } from '@inlay/editor/tile-editor';
import { loadMoreSettings } from '@inlay/editor/use-more';
import type { ContentMessages } from '@inlay/messages/content';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { conditionsOf, isFinished } from '@inlay/ui/conditions/rule-group';
import { Combobox } from '@inlay/ui/controls/combobox';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { editorTexts } from '../../charts/editor-texts.ts';
import { adminLocale, useMessages } from '../../messages.ts';
import { useTileTitle } from '../../parts/content/use-tile-title.ts';
import { VisibilityEditor } from '../../parts/form/visibility-editor.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Rich } from '../../parts/text/rich.tsx';
import { ContentScreen } from '../content/content-screen.tsx';
import { NewContentScreen } from '../content/new-content-screen.tsx';
import { HiddenContent, type PreviewAs, usePreviewAs } from '../content/preview-as.tsx';
import { useContentEditor } from '../content/use-content-editor.ts';
import { editorBackend } from './editor-backend.ts';

// Fetched with this file while the app is idle, so that opening a tile waits for data only.
loadMoreSettings(adminLocale()).catch(() => {});

export function NewTileScreen({ app }: { readonly app: string }): VNode {
  return <NewTile key={app} appId={app} />;
}

export function TileScreen({ app, id }: { readonly app: string; readonly id: string }): VNode {
  return <EditTile key={id} appId={app} id={id} />;
}

function NewTile({ appId }: { readonly appId: string }): VNode {
  const t = useMessages('content').tiles;
  const as = usePreviewAs('tile', appId);
  const [tile, setTile] = useState<TileContent>();
  const blocked = tile && blockedBy(tile, t);
  return (
    <NewContentScreen
      as={as}
      title={t.new}
      texts={t}
      content={blocked === undefined ? tile : undefined}
      hint={blocked}
      isBegun={tile !== undefined && isBegun(tile)}
      create={(content) => api.post('/tiles', { body: { appId, ...content } })}
    >
      <Editor as={as} onChange={setTile} />
    </NewContentScreen>
  );
}

function EditTile({ appId, id }: { readonly appId: string; readonly id: string }): VNode {
  const { tiles: t, shared } = useMessages('content');
  const as = usePreviewAs('tile', appId);
  const editor = useContentEditor('tiles', {
    id,
    finish: (content) => finishTile(content as TileContent),
    blockedBy: (content) => blockedBy(content as TileContent, t),
  });
  const { shown, content } = editor;
  const title = useTileTitle({ id, appId, title: shown?.title ?? '' });
  const isRetitled = content !== undefined && content.title !== shown?.title;
  return (
    <ContentScreen
      editor={editor}
      as={as}
      title={(isRetitled ? titleOutline(content.title) : title) || t.tile}
      list={t.all}
      intro={shown?.comment && shared.lastComment({ comment: shown.comment })}
    >
      {(first) => (
        <Editor key={editor.generation} as={as} tile={first as TileContent} onChange={editor.edit} />
      )}
    </ContentScreen>
  );
}

interface EditorProps {
  readonly as: PreviewAs;
  readonly tile?: TileContent;
  readonly onChange: (tile: TileContent) => void;
}

function Editor({ as, tile, onChange }: EditorProps): VNode {
  const { appId, context } = as;
  const backend = useMemo(() => editorBackend(appId, context), [appId, context]);
  return (
    <FieldPickerContext.Provider value={FieldPicker}>
      <div class="ui-box editor-box fills">
        <TileEditor
          {...(tile && { tile })}
          backend={backend}
          messages={editorTexts()}
          onChange={onChange}
          actions={as.button}
          extraSettings={visibility}
          overlay={as.hiddenBy() && <HiddenContent reason={as.hiddenBy()} />}
          noMeasures={noMeasures}
        />
      </div>
    </FieldPickerContext.Provider>
  );
}

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

/** Finds a field of the dataset, or of a related one, by typing. */
function FieldPicker(props: FieldSelectProps): VNode {
  const { fields, value, none, onChange } = props;
  // Each group once: measures made of columns come after those of related datasets.
  const grouped = [...Map.groupBy(fields, ({ group }) => group).values()].flat();
  const options = grouped.map(({ name, label, group }) => ({
    value: name,
    label,
    ...(group !== undefined && { group, fullLabel: `${group}: ${label}` }),
  }));
  return (
    <Combobox
      {...props}
      placeholder={none ?? ''}
      options={none !== undefined && value !== '' ? [{ value: '', label: none }, ...options] : options}
      onChange={onChange}
    />
  );
}
