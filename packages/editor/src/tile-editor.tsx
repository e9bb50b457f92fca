import './fields.css';
import './tile-editor.css';
import type { TileContent } from '@inlay/charts/tile';
import { Icon } from '@inlay/ui/controls/icon';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { Select } from '@inlay/ui/controls/select';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { EditorBackend, EditorDataset } from './editor-backend.ts';
import type { EditorContext } from './editor-context.ts';
import type { EditorTexts } from './editor-texts.ts';
import { allFields } from './model/all-fields.ts';
import { EMPTY_TILE, finishTile } from './model/finish-tile.ts';
import { shapeOf } from './model/shape-of.ts';
import { undoKey } from './model/undo-key.ts';
import { FieldList } from './panels/field-list.tsx';
import { FieldWell } from './panels/field-well.tsx';
import { KindPicker } from './panels/kind-picker.tsx';
import { PreviewBox } from './panels/preview-box.tsx';
import { Settings } from './panels/settings.tsx';
import { FieldsLoadingContext } from './parts/field-select.tsx';
import { usePreview } from './use-preview.ts';
import { useTileHistory } from './use-tile-history.ts';

interface TileEditorProps {
  /** The initial tile; another `key` resets the editor. */
  readonly tile?: TileContent | undefined;
  readonly backend: EditorBackend;
  readonly messages: EditorTexts;
  /** Called after every step, without unfinished parts; `missingOf` returns what the tile lacks. */
  readonly onChange: (tile: TileContent) => void;
  /** Additional settings of the page, such as visibility. */
  readonly extraSettings?: (context: EditorContext) => ComponentChildren;
  /** The page's buttons, next to undo and redo. */
  readonly actions?: ComponentChildren;
  /** Replaces the chart if it is hidden from the user in "Preview as". */
  readonly overlay?: ComponentChildren;
  /** Shown for a dataset without measures, for example a link to add one. */
  readonly noMeasures?: (dataset: EditorDataset) => ComponentChildren;
}

const NO_DATASET: EditorDataset = { id: '', name: '', columns: [], measures: [] };

/** Edits one tile: field wells, kind of chart, settings, and a preview with real data. */
export function TileEditor(props: TileEditorProps): VNode {
  const { tile: first, backend, messages, onChange, extraSettings, actions, overlay, noMeasures } = props;
  const [found, setFound] = useState<readonly EditorDataset[]>();
  const { aggregationOf } = messages;
  const datasets = useMemo(
    () => found?.map((each) => allFields(each, aggregationOf)),
    [found, aggregationOf],
  );
  const [problem, setProblem] = useState<string>();
  const [sheet, setSheet] = useState<'fields' | 'settings'>();
  const [announcement, setAnnouncement] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const datasetOf = (id: string) => datasets?.find((dataset) => dataset.id === id) ?? NO_DATASET;
  const history = useTileHistory(first ?? EMPTY_TILE, first !== undefined, datasetOf);
  const { tile } = history;
  const finished = finishTile(tile);
  const preview = usePreview(backend, finished);
  const dataset = datasetOf(tile.datasetId);
  const isLoading = !datasets && problem === undefined;

  useEffect(() => {
    backend.datasets().then(setFound, (error: Error) => setProblem(error.message));
  }, [backend]);
  // A single dataset is selected automatically.
  useEffect(() => {
    const [only, ...others] = datasets ?? [];
    if (only && others.length === 0 && tile.datasetId === '') history.setDataset(only.id);
  }, [datasets]);
  // The page already knows the initial tile.
  const reported = useRef(JSON.stringify(finished));
  const serialized = JSON.stringify(finished);
  // A layout effect, so the page knows of a change before the next key event.
  useLayoutEffect(() => {
    if (reported.current === serialized) return;
    reported.current = serialized;
    onChange(finished);
  }, [serialized]);

  const context: EditorContext = {
    tile,
    dataset,
    messages,
    backend,
    result: preview.result,
    change: history.change,
  };
  const openFilters = () => {
    setSheet('settings');
    const filters = root.current?.querySelector<HTMLDetailsElement>('#te-filters');
    if (filters) filters.open = true;
    filters?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && sheet) return setSheet(undefined);
    const wanted = undoKey(event);
    if (wanted === undefined) return undefined;
    event.preventDefault();
    return history[wanted]();
  };
  // Undo may remove the focused element; shortcuts still have to work.
  useEffect(() => {
    const lost = (event: KeyboardEvent) => event.target === document.body && press(event);
    addEventListener('keydown', lost);
    return () => removeEventListener('keydown', lost);
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles undo keys of every control inside it
    <div class="te" ref={root} data-sheet={sheet} onKeyDown={press}>
      <div class="te-layout">
        <div class="te-bar" role="toolbar" aria-label={messages.editor}>
          <IconButton icon="undo" label={messages.undo} disabled={!history.canUndo} onClick={history.undo} />
          <IconButton icon="redo" label={messages.redo} disabled={!history.canRedo} onClick={history.redo} />
          <span class="te-space" />
          {actions}
        </div>
        <section class="te-panel te-panel-fields" aria-label={messages.fields}>
          <SheetHead title={messages.fields} close={messages.close} onClose={() => setSheet(undefined)} />
          {problem !== undefined && <p class="te-warning">{problem}</p>}
          {datasets?.length === 0 && <p class="te-warning">{messages.noDatasets}</p>}
          <Select
            label={messages.dataset}
            options={
              isLoading
                ? undefined
                : [
                    ...(tile.datasetId === '' ? [{ value: '', label: messages.chooseDataset }] : []),
                    ...(datasets ?? []).map(({ id, name }) => ({ value: id, label: name })),
                  ]
            }
            value={tile.datasetId}
            onChange={history.setDataset}
          />
          {dataset.id !== '' && dataset.measures.length === 0 && noMeasures && (
            <div class="te-warning">{noMeasures(dataset)}</div>
          )}
          {dataset.id !== '' && <FieldList context={context} />}
        </section>
        <div class="te-middle">
          <FieldWell context={context} of="measure" announce={setAnnouncement} />
          <FieldWell context={context} of="dimension" announce={setAnnouncement} />
          <KindPicker
            messages={messages}
            shape={shapeOf(tile, dataset)}
            chosen={tile.kind}
            onChoose={history.setKind}
          />
          <PreviewBox
            context={{ ...context, tile: finished }}
            preview={preview}
            overlay={overlay}
            onFilters={openFilters}
          />
        </div>
        <section class="te-panel te-panel-settings" aria-label={messages.settings}>
          <SheetHead title={messages.settings} close={messages.close} onClose={() => setSheet(undefined)} />
          <FieldsLoadingContext.Provider value={isLoading}>
            <Settings context={context} onFilters={openFilters} />
            {extraSettings?.(context)}
          </FieldsLoadingContext.Provider>
        </section>
        <div class="te-tabs">
          {(['fields', 'settings'] as const).map((name) => (
            <button
              key={name}
              type="button"
              class="ui-button"
              aria-expanded={sheet === name}
              onClick={() => setSheet(sheet === name ? undefined : name)}
            >
              {messages[name]}
              <Icon name="down" />
            </button>
          ))}
        </div>
      </div>
      <div class="inlay-unseen" role="status">
        {announcement}
      </div>
    </div>
  );
}

interface SheetHeadProps {
  readonly title: string;
  readonly close: string;
  readonly onClose: () => void;
}

/** On a phone, panels are sheets with a title and a Close button. */
function SheetHead({ title, close, onClose }: SheetHeadProps): VNode {
  return (
    <div class="te-sheet-head">
      <h2>{title}</h2>
      <IconButton icon="close" label={close} onClick={onClose} />
    </div>
  );
}
