import type { StoryContent, StoryStep } from '@inlay/content/story';
import type { EditorDataset } from '@inlay/editor/editor-backend';
import { beginHistory, record, redo, undo } from '@inlay/editor/model/history';
import { patch } from '@inlay/editor/model/patch';
import { undoKey } from '@inlay/editor/model/undo-key';
import { IconButton } from '@inlay/ui/controls/icon-button';
import { TextField } from '@inlay/ui/controls/text-field';
import { Section } from '@inlay/ui/layout/section';
import type { VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { tilesOfApp } from '../../api/common-queries.ts';
import type { ShownTile } from '../../api/content.ts';
import { itemsOf } from '../../api/items-of.ts';
import { useQuery } from '../../api/use-query.ts';
import { useChartLocale } from '../../charts/use-chart-locale.ts';
import { useMessages } from '../../messages.ts';
import { VisibilityEditor } from '../../parts/form/visibility-editor.tsx';
import { FilterControls } from '../content/filter-controls.tsx';
import type { PreviewAs } from '../content/preview-as.tsx';
import { editorBackend } from '../tiles/editor-backend.ts';
import { StepForm } from './step-form.tsx';
import { StepList } from './step-list.tsx';
import { StepPreview } from './step-preview.tsx';
import { StoryMode } from './story-mode.tsx';
import { changeStep } from './story-work.ts';
import { currentTitle } from './text/current-title.ts';
import type { TextContext } from './text/text-context.ts';
import { useTileResults } from './use-tile-results.ts';
import { valueOffers } from './value-offers.ts';
import { ViewersPanel } from './viewers-panel.tsx';

interface StoryEditorProps {
  readonly appId: string;
  readonly as: PreviewAs;
  readonly first: StoryContent;
  readonly onChange: (story: StoryContent) => void;
}

/** The list of steps, the form of the selected one, and its preview. */
export function StoryEditor({ appId, as, first, onChange }: StoryEditorProps): VNode {
  const { editor: t, values: valueTexts } = useMessages('content').stories;
  const backend = useMemo(() => editorBackend(appId, as.context), [appId, as.context]);
  const [history, setHistory] = useState(() => beginHistory(first));
  const story = history.present;
  const [chosenId, setChosen] = useState(first.steps[0]?.id);
  const [datasets, setDatasets] = useState<readonly EditorDataset[]>();
  const listed = itemsOf(useQuery(tilesOfApp(appId)));
  const tiles = listed ?? NO_TILES;
  const step = story.steps.find(({ id }) => id === chosenId) ?? story.steps[0];
  const results = useTileResults(backend, tiles, wantedTiles(story, step));
  useEffect(() => {
    backend.datasets().then(setDatasets, () => setDatasets([]));
  }, [backend]);
  // Set during rendering, not after the next frame, so that leaving immediately still asks.
  useLayoutEffect(() => {
    if (story !== first) onChange(story);
  }, [story]);
  const put = (next: StoryContent, about?: string) => setHistory((before) => record(before, next, about));
  const press = (event: KeyboardEvent) => {
    const action = undoKey(event);
    if (action === undefined) return;
    event.preventDefault();
    setHistory(action === 'redo' ? redo : undo);
  };
  const offers = useMemo(
    () => valueOffers(tiles, step?.tiles ?? [], datasets ?? [], valueTexts),
    [tiles, datasets, step?.tiles, valueTexts],
  );
  const { language, timeZone, messages } = useChartLocale(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const textContext = useMemo(
    (): Omit<TextContext, 'values'> => ({
      tiles,
      datasets: datasets ?? [],
      results,
      offers,
      locale: { language, messages, ...(timeZone && { timeZone }) },
    }),
    [tiles, datasets, results, offers, language, messages, timeZone],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles the undo keys of every control inside it
    <div class="story-editor" onKeyDown={press}>
      <div class="story-side ui-stack">
        <div class="ui-row">
          <IconButton icon="undo" label={t.undo} disabled={!history.past} onClick={() => setHistory(undo)} />
          <IconButton
            icon="redo"
            label={t.redo}
            disabled={!history.future}
            onClick={() => setHistory(redo)}
          />
          <span class="push">{as.button}</span>
        </div>
        <TextField
          label={t.storyTitle}
          maxLength={256}
          value={story.title}
          onChange={(title) => put({ ...story, title }, 'title')}
        />
        <TextField
          label={t.description}
          optional
          lines={3}
          maxLength={2000}
          value={story.description ?? ''}
          onChange={(description) => put({ ...story, description }, 'description')}
        />
        <StoryMode mode={story.mode} onChange={(mode) => put(patch(story, { mode }))} />
        <StepList
          story={story}
          chosen={step?.id}
          titleOf={({ title, values = NO_VALUES }) => currentTitle(title, { ...textContext, values })}
          onChoose={setChosen}
          onChange={put}
        />
        <div>
          <Section title={t.filters} count={story.filters?.length ?? 0}>
            <FilterControls
              filters={story.filters ?? []}
              datasets={datasets}
              backend={backend}
              tiles={tiles.filter(({ id }) => story.steps.some((each) => each.tiles?.includes(id)))}
              onChange={(filters) => put({ ...story, filters }, 'filters')}
            />
          </Section>
          <ViewersPanel appId={appId} story={story} as={as} context={textContext} onChoose={setChosen} />
          <Section title={t.visibility} open={story.visibility !== undefined}>
            <div class="ui-stack-tight">
              <VisibilityEditor
                rule={story.visibility}
                onChange={(visibility) => put(patch(story, { visibility }), 'visibility')}
              />
            </div>
          </Section>
        </div>
      </div>
      {step ? (
        <>
          <div class="story-form">
            <StepForm
              key={step.id}
              story={story}
              step={step}
              datasets={datasets}
              backend={backend}
              tiles={listed?.filter(({ state }) => state !== 'archived')}
              context={textContext}
              onChange={(changes, about) => put(changeStep(story, step.id, changes), about)}
            />
          </div>
          <StepPreview
            appId={appId}
            story={story}
            step={step}
            number={story.steps.indexOf(step) + 1}
            as={as}
          />
        </>
      ) : (
        <p class="ui-muted">{t.noSteps}</p>
      )}
    </div>
  );
}

/** The tiles that the chosen step shows, those whose values it states, and those in titles of the list. */
function wantedTiles({ steps }: StoryContent, chosen: StoryStep | undefined): readonly string[] {
  const inTitles = steps.filter(({ id, title }) => id !== chosen?.id && title.includes('{{'));
  const stated = [...(chosen ? [chosen] : []), ...inTitles].flatMap(({ values = {} }) =>
    Object.values(values).map(({ tile }) => tile),
  );
  return [...new Set([...(chosen?.tiles ?? []), ...stated])];
}

const NO_TILES: readonly ShownTile[] = [];
const NO_VALUES = {};
