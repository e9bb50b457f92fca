import { OwnTileSchema } from '@inlay/charts/tile';
import { FilterControlsSchema } from '@inlay/protocol/filter-control';
import { GRID_COLUMNS } from '@inlay/protocol/grid';
import { Markdown, NamedValuesSchema } from '@inlay/protocol/narrative';
import { Visibility } from '@inlay/protocol/rule';
import { exact, Identifier, Name, Text, type Wire } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { DashboardTitleSchema } from './new-dashboard.ts';

const place = {
  id: Identifier,
  x: Type.Integer({ minimum: 0, maximum: GRID_COLUMNS - 1 }),
  y: Type.Integer({ minimum: 0, maximum: 10_000 }),
  w: Type.Integer({ minimum: 1, maximum: GRID_COLUMNS }),
  h: Type.Integer({ minimum: 1, maximum: 100 }),
  tab: Type.Optional(Identifier),
};

const ofTile = { ...place, tile: Identifier, title: Type.Optional(Text(0, 256)) };
const ofText = { ...place, text: Markdown, values: Type.Optional(NamedValuesSchema) };
const ofChart = { ...place, chart: OwnTileSchema };
const visibility = Visibility;

/** Items without a visibility rule, as builders send them. */
export const PlainItemSchema = Type.Union([
  Type.Object(ofTile, exact),
  Type.Object(ofText, exact),
  Type.Object(ofChart, exact),
]);

const DashboardItemSchema = Type.Union(
  [
    Type.Object({ ...ofTile, visibility }, exact),
    Type.Object({ ...ofText, visibility }, exact),
    Type.Object({ ...ofChart, visibility }, exact),
  ],
  { title: 'DashboardItem' },
);

/** An item on the grid: a tile of the app, a text, or a tile of the dashboard itself, whose id is the item's. */
export type DashboardItem = Wire<typeof DashboardItemSchema>;

const DrillSchema = Type.Object(
  {
    id: Identifier,
    label: Text(1, 128),
    datasetId: Identifier,
    levels: Type.Array(Name, {
      minItems: 2,
      maxItems: 10,
      description: 'Columns of the hierarchy, from coarse to fine.',
    }),
  },
  { ...exact, title: 'DrillDown' },
);

const TabSchema = Type.Object({ id: Identifier, title: Text(1, 128) }, { ...exact, title: 'DashboardTab' });
export type DashboardTab = Wire<typeof TabSchema>;

export const DASHBOARD_ITEMS = { maxItems: 200, description: 'Items on a grid of 12 columns.' };

/** The properties that an author edits, without the items. */
export const dashboardFields = {
  title: DashboardTitleSchema,
  description: Type.Optional(Text(0, 2000)),
  filters: FilterControlsSchema,
  tabs: Type.Optional(
    Type.Array(TabSchema, {
      minItems: 1,
      maxItems: 20,
      description: 'Tabs. Items without `tab` are on the first one.',
    }),
  ),
  crossFilter: Type.Optional(Type.Boolean({ description: 'Clicking a mark filters the other tiles.' })),
  drill: Type.Optional(Type.Array(DrillSchema, { maxItems: 20, description: 'Drill-down hierarchies.' })),
  phone: Type.Optional(
    Type.Array(Identifier, {
      maxItems: 200,
      uniqueItems: true,
      description: 'Order of items on mobile. Items that are not listed follow in reading order.',
    }),
  ),
};

export const DashboardContentSchema = Type.Object(
  {
    ...dashboardFields,
    items: Type.Array(DashboardItemSchema, DASHBOARD_ITEMS),
    template: Type.Optional(Type.Boolean({ description: 'Offered as a template in the Dashboard Builder.' })),
    visibility,
  },
  { ...exact, title: 'DashboardContent' },
);

export type DashboardContent = Wire<typeof DashboardContentSchema>;
export type Dashboard = DashboardContent & { readonly id: string };
