import './fields.css';
import './tile-editor.css';
import type { TileContent } from '@inlay/charts/tile';
import { Icon } from '@inlay/ui/icon';
import { IconButton } from '@inlay/ui/icon-button';
import { Select } from '@inlay/ui/select';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Desk } from './desk.ts';
import type { EditorBackend, EditorDataset } from './editor-backend.ts';
import type { EditorTexts } from './editor-texts.ts';
import { EMPTY_TILE, finishTile } from './model/finish-tile.ts';
import { shapeOf } from './model/shape-of.ts';
import { undoKey } from './model/undo-key.ts';
import { FieldList } from './panels/field-list.tsx';
import { KindPicker } from './panels/kind-picker.tsx';
import { PreviewBox } from './panels/preview-box.tsx';
import { Settings } from './panels/settings.tsx';
import { Shelf } from './panels/shelf.tsx';
import { usePreview } from './use-preview.ts';
import { useTileHistory } from './use-tile-history.ts';

interface TileEditorProps {
  /** The initial tile; another `key` resets the editor. */
  readonly tile?: TileContent | undefined;
  readonly backend: EditorBackend;
  readonly words: EditorTexts;
  /** After every step. What is begun and not said yet is left out; `missingOf` says what a tile lacks. */
  readonly onChange: (tile: TileContent) => void;
  /** More to set, such as who sees it, where the page lets an author decide that. */
  readonly more?: (desk: Desk) => ComponentChildren;
  /** Beside undo and redo: what the page does with the tile. */
  readonly actions?: ComponentChildren;
  /** Replaces the chart if the user it is previewed as cannot see it. */
  readonly covered?: ComponentChildren;
  /** What an author does about a dataset without measures, where the page lets them. */
  readonly noMeasures?: (dataset: EditorDataset) => ComponentChildren;
}

const NO_DATASET: EditorDataset = { id: '', name: '', columns: [], measures: [] };

/** Makes or changes one tile: fields on shelves, a kind of chart, settings, and the chart on real data. */
export function TileEditor(props: TileEditorProps): VNode {
  const { tile: first, backend, words, onChange, more, actions, covered, noMeasures } = props;
  const [datasets, setDatasets] = useState<readonly EditorDataset[]>();
  const [problem, setProblem] = useState<string>();
  const [sheet, setSheet] = useState<'fields' | 'settings'>();
  const [said, setSaid] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const datasetOf = (id: string) => datasets?.find((dataset) => dataset.id === id) ?? NO_DATASET;
  const history = useTileHistory(first ?? EMPTY_TILE, first !== undefined, datasetOf);
  const { tile } = history;
  const asked = finishTile(tile);
  const preview = usePreview(backend, asked);
  const dataset = datasetOf(tile.datasetId);

  useEffect(() => {
    backend.datasets().then(setDatasets, (error: Error) => setProblem(error.message));
  }, [backend]);
  // Where there is one dataset, there is nothing to choose.
  useEffect(() => {
    const [only, ...others] = datasets ?? [];
    if (only && others.length === 0 && tile.datasetId === '') history.setDataset(only.id);
  }, [datasets]);
  // The first state is the page's own.
  const told = useRef(JSON.stringify(asked));
  const now = JSON.stringify(asked);
  // Told with the rendering, not after the next frame: the page knows of a change before the next key is heard.
  useLayoutEffect(() => {
    if (told.current === now) return;
    told.current = now;
    onChange(asked);
  }, [now]);

  const desk: Desk = { tile, dataset, words, backend, result: preview.result, change: history.change };
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of undo from every control inside it
    <div class="te" ref={root} data-sheet={sheet} onKeyDown={press}>
      <div class="te-desk">
        <div class="te-bar" role="toolbar" aria-label={words.editor}>
          <IconButton icon="undo" label={words.undo} disabled={!history.canUndo} onClick={history.undo} />
          <IconButton icon="redo" label={words.redo} disabled={!history.canRedo} onClick={history.redo} />
          <span class="te-space" />
          {actions}
        </div>
        <section class="te-panel te-panel-fields" aria-label={words.fields}>
          <SheetHead title={words.fields} close={words.close} onClose={() => setSheet(undefined)} />
          {problem !== undefined && <p class="te-warning">{problem}</p>}
          {datasets?.length === 0 && <p class="te-warning">{words.noDatasets}</p>}
          <Select
            label={words.dataset}
            options={[
              ...(tile.datasetId === '' ? [{ value: '', label: words.chooseDataset }] : []),
              ...(datasets ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={tile.datasetId}
            onChange={history.setDataset}
          />
          {dataset.id !== '' && dataset.measures.length === 0 && noMeasures && (
            <div class="te-warning">{noMeasures(dataset)}</div>
          )}
          {dataset.id !== '' && <FieldList desk={desk} />}
        </section>
        <div class="te-middle">
          <Shelf desk={desk} of="measure" announce={setSaid} />
          <Shelf desk={desk} of="dimension" announce={setSaid} />
          <KindPicker
            words={words}
            shape={shapeOf(tile.query, dataset)}
            chosen={tile.kind}
            onChoose={history.setKind}
          />
          <PreviewBox
            desk={{ ...desk, tile: asked }}
            preview={preview}
            covered={covered}
            onFilters={openFilters}
          />
        </div>
        <section class="te-panel te-panel-settings" aria-label={words.settings}>
          <SheetHead title={words.settings} close={words.close} onClose={() => setSheet(undefined)} />
          <Settings desk={desk} onFilters={openFilters} />
          {more?.(desk)}
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
              {words[name]}
              <Icon name="down" />
            </button>
          ))}
        </div>
      </div>
      <div class="inlay-unseen" role="status">
        {said}
      </div>
    </div>
  );
}

interface SheetHeadProps {
  readonly title: string;
  readonly close: string;
  readonly onClose: () => void;
}

/** On a phone the panels are sheets, which have a name and a way out. */
function SheetHead({ title, close, onClose }: SheetHeadProps): VNode {
  return (
    <div class="te-sheet-head">
      <h2>{title}</h2>
      <IconButton icon="close" label={close} onClick={onClose} />
    </div>
  );
}
