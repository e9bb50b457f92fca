import type { StoryContent } from '@inlay/content/story';
import type { EditorDataset } from '@inlay/editor/editor-backend';
import { beginHistory, record, redo, undo } from '@inlay/editor/model/history';
import { patch } from '@inlay/editor/model/patch';
import { undoKey } from '@inlay/editor/model/undo-key';
import { VisibilityEditor } from '@inlay/editor/visibility-editor';
import { Field } from '@inlay/ui/field';
import { IconButton } from '@inlay/ui/icon-button';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { tilesOfApp } from '../../api/common-queries.ts';
import type { ShownTile } from '../../api/content.ts';
import { useQuery } from '../../api/use-query.ts';
import { editorTexts } from '../../charts/editor-texts.ts';
import { FilterControls } from '../content/filter-controls.tsx';
import type { PreviewAs } from '../content/preview-as.tsx';
import { editorBackend } from '../tiles/editor-backend.ts';
import { StepForm } from './step-form.tsx';
import { StepList } from './step-list.tsx';
import { StepPreview } from './step-preview.tsx';
import { changeStep } from './story-work.ts';
import { useTileResults } from './use-tile-results.ts';
import { valueOffers } from './value-offers.ts';

interface StoryEditorProps {
  readonly appId: string;
  readonly as: PreviewAs;
  readonly first: StoryContent;
  readonly onChange: (story: StoryContent) => void;
}

/** Steps on the left, the chosen one in the middle, and how viewers read it on the right. */
export function StoryEditor({ appId, as, first, onChange }: StoryEditorProps): VNode {
  const backend = useMemo(() => editorBackend(appId, as.context), [appId, as.context]);
  const [history, setHistory] = useState(() => beginHistory(first));
  const story = history.present;
  const [chosenId, setChosen] = useState(first.steps[0]?.id);
  const [datasets, setDatasets] = useState<readonly EditorDataset[]>([]);
  const _app = encodeURIComponent(appId);
  const tiles = useQuery(tilesOfApp(appId)).data?.data ?? NO_TILES;
  const step = story.steps.find(({ id }) => id === chosenId) ?? story.steps[0];
  const wanted = [...(step?.tiles ?? []), ...Object.values(step?.values ?? {}).map(({ tile }) => tile)];
  const results = useTileResults(backend, tiles, wanted);
  useEffect(() => {
    backend.datasets().then(setDatasets, () => {});
  }, [backend]);
  // Set during rendering, not after the next frame, so that leaving immediately still asks.
  useLayoutEffect(() => {
    if (story !== first) onChange(story);
  }, [story]);
  const put = (next: StoryContent, about?: string) => setHistory((before) => record(before, next, about));
  const press = (event: KeyboardEvent) => {
    const wanted = undoKey(event);
    if (wanted === undefined) return;
    event.preventDefault();
    setHistory(wanted === 'redo' ? redo : undo);
  };
  const offers = useMemo(
    () => valueOffers(tiles, step?.tiles ?? [], datasets),
    [tiles, datasets, step?.tiles],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of undo from every control inside it
    <div class="story-editor" onKeyDown={press}>
      <div class="story-side stack">
        <div class="row">
          <IconButton icon="undo" label="Undo" disabled={!history.past} onClick={() => setHistory(undo)} />
          <IconButton icon="redo" label="Redo" disabled={!history.future} onClick={() => setHistory(redo)} />
          <span class="push">{as.button}</span>
        </div>
        <Field label="Title of the story">
          <input
            class="ui-input"
            maxLength={256}
            value={story.title}
            onInput={(event) => put({ ...story, title: event.currentTarget.value }, 'title')}
          />
        </Field>
        <Field label="Description" optional>
          <textarea
            class="ui-input prose short"
            maxLength={2000}
            value={story.description ?? ''}
            onInput={(event) => put({ ...story, description: event.currentTarget.value }, 'description')}
          />
        </Field>
        <StepList story={story} chosen={step?.id} onChoose={setChosen} onChange={put} />
        <details open={(story.filters ?? []).length > 0}>
          <summary>Filters for viewers</summary>
          <FilterControls
            filters={story.filters ?? []}
            datasets={datasets}
            backend={backend}
            tiles={tiles.filter(({ id }) => story.steps.some((each) => each.tiles?.includes(id)))}
            onChange={(filters) => put({ ...story, filters }, 'filters')}
          />
        </details>
        <details class="te step-rule" open={story.visibility !== undefined}>
          <summary>Who sees this story</summary>
          <div class="stack-tight">
            <VisibilityEditor
              words={editorTexts()}
              rule={story.visibility}
              onChange={(visibility) => put(patch(story, { visibility }), 'visibility')}
            />
          </div>
        </details>
      </div>
      {step ? (
        <>
          <div class="story-form">
            <StepForm
              key={step.id}
              step={step}
              tiles={tiles.filter(({ state }) => state !== 'archived')}
              offers={offers}
              results={results}
              onChange={(changes, about) => put(changeStep(story, step.id, changes), about)}
            />
          </div>
          <StepPreview step={step} tiles={tiles} results={results} backend={backend} hides={as.hides} />
        </>
      ) : (
        <p class="muted">Add a step to begin.</p>
      )}
    </div>
  );
}

const NO_TILES: readonly ShownTile[] = [];
