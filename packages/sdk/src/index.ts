export type {
  DashboardReference,
  DataPoint,
  EmbedKind,
  EmbedSubscription,
  EmbedSubscriptionChange,
  ExportFile,
  ExportFormat,
  Feature,
  Features,
  Filters,
  FilterValue,
  ListedDashboard,
  NewEmbedSubscription,
  SubscriptionAlert,
  SubscriptionFormat,
  SubscriptionRecipient,
  SubscriptionReference,
  SubscriptionSchedule,
  Theme,
  TileDrill,
  TileState,
  Variables,
  ViewState,
} from '@inlay/protocol/frame-messages';
export type { ComponentEvent, EmbedState } from './bind-embed.ts';
export type { InlayInstance } from './create-instance.ts';
export type {
  EmbedEvent,
  EmbedEventName,
  EmbedEvents,
  EmbedHandle,
  EmbedListener,
  EmbedOptions,
  InitializeOptions,
  TokenProvider,
  TokenResponse,
} from './embed-options.ts';
export { InlayError, type InlayErrorCode } from './errors.ts';
export { initialize } from './initialize.ts';
export type { EmbedProps, InlayOptions } from './share-instance.ts';
