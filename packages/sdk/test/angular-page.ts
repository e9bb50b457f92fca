import {
  type ApplicationRef,
  createComponent,
  effect,
  inputBinding,
  outputBinding,
  signal,
} from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import { InlayEmbed, provideInlay } from '../src/angular.ts';
import type { ComponentEvent } from '../src/bind-embed.ts';
import { EVENT_NAMES, OPTION_NAMES } from '../src/embed-options.ts';
import { prefixedName } from '../src/prefixed-name.ts';
import type { EmbedProps, InlayOptions } from '../src/share-instance.ts';
import {
  here,
  install,
  instance,
  instanceUrl,
  onEvent,
  onNamed,
  onState,
  toProps,
  type Wrapper,
} from './wrapper-window.ts';

/** Binds inputs and outputs in code, so that no compiler is needed; test/full/toolchains compiles templates. */
function mountAngular(): Wrapper {
  const embeds = signal<readonly EmbedProps[]>([]);
  const defaults = signal<InlayOptions | undefined>(undefined);
  const [own, place] = [instance, here];
  const show = (app: ApplicationRef) => {
    for (let index = place.childElementCount; index < embeds().length; index += 1) {
      const inputs = (['embedId', ...OPTION_NAMES] as const).map((name) =>
        inputBinding(name, () => embeds()[index]?.[name]),
      );
      const outputs = EVENT_NAMES.map((name) =>
        outputBinding<ComponentEvent>(prefixedName('embed', name), (event) => onNamed(event.name)),
      );
      const component = createComponent(InlayEmbed, {
        environmentInjector: app.injector,
        hostElement: place.appendChild(document.createElement('inlay-embed')),
        bindings: [
          ...inputs,
          inputBinding('instance', () => (defaults() ? undefined : own)),
          outputBinding<ComponentEvent>('embedEvent', onEvent),
          ...outputs,
        ],
      });
      effect(() => onState(component.instance.state()), { injector: app.injector });
      app.attachView(component.hostView);
    }
  };
  const started = createApplication({
    providers: own ? [provideInlay(() => defaults() ?? { instanceUrl })] : [],
  });
  return {
    set: (given, options) => {
      defaults.set(options && toProps(options));
      embeds.set(given.map(toProps));
      started.then(show);
    },
    unmount: () => {
      started.then((app) => app.destroy());
    },
  };
}

install({ Angular: mountAngular });
