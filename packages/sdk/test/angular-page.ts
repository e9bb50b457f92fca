import { Component, effect, signal, viewChildren } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { InlayEmbed, provideInlay } from '../src/angular.ts';
import type { EmbedOptions } from '../src/embed-options.ts';
import type { InlayOptions } from '../src/share-instance.ts';
import {
  type GivenDefaults,
  type GivenEmbed,
  here,
  install,
  instance,
  instanceUrl,
  onEvent,
  onNamed,
  onState,
  toProps,
} from './wrapper-window.ts';

const embeds = signal<readonly (EmbedOptions & { readonly embedId: string })[]>([]);
const defaults = signal<InlayOptions | undefined>(undefined);

@Component({
  selector: 'app-root',
  imports: [InlayEmbed],
  template: `
    @for (embed of embeds(); track $index) {
      <inlay-embed
        [embedId]="embed.embedId"
        [instance]="defaults() ? undefined : instance"
        [token]="embed.token"
        [tokenProvider]="embed.tokenProvider"
        [lang]="embed.lang"
        [theme]="embed.theme"
        [filters]="embed.filters"
        [variables]="embed.variables"
        [features]="embed.features"
        [height]="embed.height"
        [loading]="embed.loading"
        [step]="embed.step"
        [dashboard]="embed.dashboard"
        [dataset]="embed.dataset"
        [timeout]="embed.timeout"
        (embedEvent)="onEvent($event)"
        (embedReady)="onNamed($event.name)"
        (embedRendered)="onNamed($event.name)"
        (embedError)="onNamed($event.name)"
        (embedTokenExpiring)="onNamed($event.name)"
        (embedTokenExpired)="onNamed($event.name)"
        (embedFilterChange)="onNamed($event.name)"
        (embedClick)="onNamed($event.name)"
        (embedDrill)="onNamed($event.name)"
        (embedNavigate)="onNamed($event.name)"
        (embedExport)="onNamed($event.name)"
        (embedResize)="onNamed($event.name)"
        (embedDashboardCreated)="onNamed($event.name)"
        (embedDashboardChanged)="onNamed($event.name)"
        (embedDashboardSaved)="onNamed($event.name)"
        (embedDashboardSubmitted)="onNamed($event.name)"
        (embedDashboardPublished)="onNamed($event.name)"
        (embedDashboardDeleted)="onNamed($event.name)"
      />
    }
  `,
})
class App {
  readonly embeds = embeds;
  readonly defaults = defaults;
  readonly instance = instance;
  readonly onEvent = onEvent;
  readonly onNamed = onNamed;
  readonly shown = viewChildren(InlayEmbed);

  constructor() {
    effect(() => {
      for (const embed of this.shown()) onState(embed.state());
    });
  }
}

here.append(document.createElement('app-root'));
const app = bootstrapApplication(App, {
  providers: instance ? [provideInlay(() => defaults() ?? { instanceUrl })] : [],
});
install({
  set: (given: readonly GivenEmbed[], options?: GivenDefaults) => {
    defaults.set(options && toProps(options));
    embeds.set(given.map(toProps));
  },
  unmount: () => {
    app.then((started) => started.destroy());
  },
});
