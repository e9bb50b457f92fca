import { FilterControlsSchema } from '@inlay/protocol/filter-control';
import { Markdown, NamedValuesSchema } from '@inlay/protocol/narrative';
import { Visibility } from '@inlay/protocol/rule';
import { exact, Identifier, Text, type Wire } from '@inlay/protocol/schema-parts';
import Type from 'typebox';

const StoryStepSchema = Type.Object(
  {
    id: Identifier,
    title: Text(1, 256),
    narrative: Type.Optional(Markdown),
    values: Type.Optional(NamedValuesSchema),
    tiles: Type.Optional(
      Type.Array(Identifier, { maxItems: 2, uniqueItems: true, description: 'One or two tiles.' }),
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
    filters: FilterControlsSchema,
    steps: Type.Array(StoryStepSchema, { maxItems: 100 }),
    visibility: Visibility,
  },
  { ...exact, title: 'StoryContent' },
);

/** A sequence of steps that present a finding. */
export type StoryContent = Wire<typeof StoryContentSchema>;
export type Story = StoryContent & { readonly id: string };
