import { focusFields } from '@inlay/charts/focus';
import { AnnotationSchema } from '@inlay/charts/options/every-kind';
import { FilterControlsSchema } from '@inlay/protocol/filter-control';
import { Markdown, NamedValuesSchema } from '@inlay/protocol/narrative';
import { FilterSchema } from '@inlay/protocol/query';
import { Visibility } from '@inlay/protocol/rule';
import { exact, Identifier, Text, type Wire } from '@inlay/protocol/schema-parts';
import { STORY_MODES } from '@inlay/protocol/story-mode';
import Type from 'typebox';

const StepChartSchema = Type.Object(
  {
    ...focusFields,
    annotations: Type.Optional(
      Type.Array(AnnotationSchema, { minItems: 1, maxItems: 20, description: 'Besides those of the tile.' }),
    ),
    filters: Type.Optional(
      Type.Array(FilterSchema, { minItems: 1, maxItems: 20, description: 'Besides those of the tile.' }),
    ),
  },
  {
    ...exact,
    title: 'StepChart',
    description:
      'What this step changes in its first tile. The chart stays in place between steps that show the same tiles.',
  },
);
export type StepChart = Wire<typeof StepChartSchema>;

const StoryModeSchema = Type.Enum([...STORY_MODES], {
  title: 'StoryMode',
  description:
    'One step at a time, or all steps below one another with a chart that stays in view. `auto` scrolls where the frame is wide enough for text beside a chart. Defaults to `slides`.',
});

const StoryStepSchema = Type.Object(
  {
    id: Identifier,
    title: Text(1, 256),
    narrative: Type.Optional(Markdown),
    values: Type.Optional(NamedValuesSchema),
    tiles: Type.Optional(
      Type.Array(Identifier, { maxItems: 2, uniqueItems: true, description: 'One or two tiles.' }),
    ),
    chart: Type.Optional(StepChartSchema),
    summary: Type.Optional(
      Type.Boolean({
        description: 'Lists the titles and recommendations of the other steps that the viewer can see.',
      }),
    ),
    recommendation: Type.Optional(Markdown),
    source: Type.Optional(Text(0, 1000, 'Source of the data.')),
    visibility: Visibility,
  },
  { ...exact, title: 'StoryStep' },
);
export type StoryStep = Wire<typeof StoryStepSchema>;

export const StoryContentSchema = Type.Object(
  {
    title: Text(1, 256),
    description: Type.Optional(Text(0, 2000)),
    mode: Type.Optional(StoryModeSchema),
    filters: FilterControlsSchema,
    steps: Type.Array(StoryStepSchema, { maxItems: 100 }),
    visibility: Visibility,
  },
  { ...exact, title: 'StoryContent' },
);

/** A sequence of steps that present a finding. */
export type StoryContent = Wire<typeof StoryContentSchema>;
export type Story = StoryContent & { readonly id: string };
