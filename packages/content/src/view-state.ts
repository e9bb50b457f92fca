import { GrainSchema } from '@inlay/protocol/query';
import { exact, Name, Text, Timestamp, type Wire } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { DrillPathSchema, FiltersSchema, MAX_RENDERED_TILES, TableSortSchema } from './embed-api.ts';

// The state of an open embed, and views that a viewer saved: requests under `/embed/api/v0/embeds/<embedId>/views`.

const byTile = { ...exact, maxProperties: MAX_RENDERED_TILES };
const tileId = Type.String({ pattern: '^[^]{1,128}$' });

export const ViewStateSchema = Type.Object(
  {
    filters: Type.Optional(FiltersSchema),
    tab: Type.Optional(Type.String({ maxLength: 128, description: 'The open tab of a dashboard.' })),
    tiles: Type.Optional(
      Type.Record(
        tileId,
        Type.Object(
          {
            grain: Type.Optional(GrainSchema),
            measure: Type.Optional(Name),
            sort: Type.Optional(TableSortSchema),
          },
          exact,
        ),
        { ...byTile, description: 'Granularity, measure and sorting by tile.' },
      ),
    ),
    drill: Type.Optional(
      Type.Record(
        tileId,
        Type.Object(
          {
            ...DrillPathSchema.properties,
            labels: Type.Optional(
              Type.Array(Text(0, 4096), { maxItems: 10, description: 'How each value is shown.' }),
            ),
          },
          exact,
        ),
        { ...byTile, description: 'Drill-downs by tile.' },
      ),
    ),
  },
  {
    ...exact,
    title: 'ViewState',
    description: 'What a viewer set in an embed. What it leaves out is as the author made it.',
  },
);
export type ViewState = Wire<typeof ViewStateSchema>;

const name = Type.String({ ...Text(1, 128), description: 'Unique among the views of this viewer.' });
const isDefault = Type.Boolean({
  description: 'Opens with the embed. Making one the default replaces the former default.',
});

/** `POST views` */
export const NewSavedViewSchema = Type.Object(
  { name, state: ViewStateSchema, isDefault: Type.Optional(isDefault) },
  { ...exact, title: 'NewSavedView' },
);
export type NewSavedView = Wire<typeof NewSavedViewSchema>;

/** `PATCH views/<viewId>` */
export const SavedViewChangeSchema = Type.Object(
  {
    name: Type.Optional(name),
    state: Type.Optional(ViewStateSchema),
    isDefault: Type.Optional(isDefault),
  },
  { ...exact, minProperties: 1, title: 'SavedViewChange' },
);
export type SavedViewChange = Wire<typeof SavedViewChangeSchema>;

export const SavedViewSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    isDefault: Type.Boolean(),
    state: ViewStateSchema,
    isIncomplete: Type.Boolean({
      description: 'True if `state` leaves out parts of the saved view that the content no longer has.',
    }),
    updatedAt: Timestamp,
  },
  { title: 'SavedView' },
);
export type SavedView = Wire<typeof SavedViewSchema>;

export const SavedViewsSchema = Type.Object({ data: Type.Array(SavedViewSchema) }, { title: 'SavedViews' });
export type SavedViews = Wire<typeof SavedViewsSchema>;

/** `POST state`: the state as the content takes it. */
export const CheckedStateSchema = Type.Object({ state: ViewStateSchema }, { title: 'CheckedState' });
