import { allApps, allWorkspaces } from '../../api/common-queries.ts';
import { type Screen, screen } from '../../screen.ts';
import { mailSettings } from '../email/queries.ts';
import { loadDestinationDialog } from './destinations/load-destination-dialog.ts';
import {
  deliveriesOf,
  deliveryCount,
  deliveryList,
  destinationList,
  destinationQuery,
  reportSettings,
  subscriptionList,
  subscriptionQuery,
} from './queries.ts';
import { loadSubscriptionDialog } from './subscriptions/load-subscription-dialog.ts';

const needs = ['reports:read', 'settings:read'] as const;
const always = [reportSettings, mailSettings];

const deliveriesScreen = screen({
  path: '/reports/deliveries',
  needs,
  messages: 'reportAdmin',
  load: async () => (await import('./deliveries/deliveries-screen.tsx')).DeliveriesScreen,
  queries: (_, search) => [
    deliveryList(search),
    deliveryCount('failed'),
    deliveryCount('unknown'),
    ...always,
  ],
});

const destinationsScreen = screen({
  path: '/reports/destinations/:id?',
  needs,
  messages: 'reportAdmin',
  load: async () => (await import('./destinations/destinations-screen.tsx')).DestinationsScreen,
  dialog: loadDestinationDialog,
  queries: ({ id }, search) => [
    ...(id === undefined ? [] : [destinationQuery(id)]),
    destinationList(search),
    allWorkspaces,
    ...always,
  ],
});

const settingsScreen = screen({
  path: '/reports/settings',
  needs,
  messages: 'reportAdmin',
  load: async () => (await import('./settings/report-settings-screen.tsx')).ReportSettingsScreen,
  queries: () => always,
});

const subscriptionsScreen = screen({
  path: '/reports/:id?',
  needs,
  nav: {
    group: 'activity',
    title: 'reports',
    key: 'r',
    keywords: 'subscriptions alerts schedule email webhook slack teams deliveries',
  },
  commands: [
    { title: 'failedDeliveries', to: '/reports/deliveries', keywords: 'reports unknown resend' },
    {
      title: 'addDestination',
      to: '/reports/destinations?new=1',
      keywords: 'webhook slack teams channel',
      needs: ['settings:write'],
    },
    { title: 'reportSettings', to: '/reports/settings', keywords: 'rights recipients frequencies pause' },
  ],
  messages: 'reportAdmin',
  load: async () => (await import('./subscriptions/subscriptions-screen.tsx')).SubscriptionsScreen,
  dialog: loadSubscriptionDialog,
  queries: ({ id }, search) => [
    ...(id === undefined ? [] : [subscriptionQuery(id), deliveriesOf(id)]),
    subscriptionList(search),
    allApps,
    allWorkspaces,
    ...always,
  ],
});

/** The last one takes what the paths of the others leave. */
export const reportScreens: readonly Screen[] = [
  deliveriesScreen,
  destinationsScreen,
  settingsScreen,
  subscriptionsScreen,
];
