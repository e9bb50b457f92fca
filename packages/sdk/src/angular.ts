import {
  afterNextRender,
  ChangeDetectionStrategy,
  Component,
  DestroyRef,
  ElementRef,
  effect,
  InjectionToken,
  Injector,
  type InputSignal,
  inject,
  input,
  NgZone,
  type OutputEmitterRef,
  output,
  type Provider,
  type Signal,
  signal,
  untracked,
} from '@angular/core';
import { bindEmbed, type ComponentEvent, type EmbedState, LOADING } from './bind-embed.ts';
import type { EmbedEvents, EmbedOptions } from './embed-options.ts';
import { type Prefixed, prefixedName } from './prefixed-name.ts';
import {
  type EmbedProps,
  followProvider,
  type InlayOptions,
  type SharedInstance,
  shareInstance,
  toBinding,
} from './share-instance.ts';

const INLAY = new InjectionToken<() => SharedInstance>('inlay');

/**
 * The Inlay instance for all embeds of an app or component. They share its `tokenProvider`, so that one call renews all
 * tokens. Pass a function that reads signals to change options later.
 *
 * @example
 * ```ts
 * bootstrapApplication(App, {
 *   providers: [
 *     provideInlay({
 *       instanceUrl: 'https://analytics.example.com',
 *       tokenProvider: () => fetch('/embed-token', { method: 'POST' }),
 *     }),
 *   ],
 * })
 * ```
 */
export function provideInlay(options: InlayOptions | (() => InlayOptions)): Provider {
  const useFactory = () => {
    const obtain = shareInstance();
    return () => ({ obtain, options: typeof options === 'function' ? options() : options });
  };
  return { provide: INLAY, useFactory };
}

type Inputs = { readonly [Name in keyof EmbedProps]-?: InputSignal<EmbedProps[Name]> };

/** Angular would also bind `(click)`, `(error)` and `(resize)` to the element's native events, hence the prefix. */
type Outputs = {
  readonly [Name in keyof EmbedEvents as Prefixed<'embed', Name>]: OutputEmitterRef<ComponentEvent<Name>>;
};

/**
 * An embed as an Angular component. All inputs can change at any time; most changes reach the embed without reloading it.
 *
 * @example
 * ```html
 * <inlay-embed embedId="sales" [filters]="{ region: region() }" theme="dark" (embedClick)="select($event.detail.values)" />
 * ```
 */
@Component({
  selector: 'inlay-embed',
  template: '',
  styles: ':host { display: block }',
  changeDetection: ChangeDetectionStrategy.OnPush,
})
export class InlayEmbed implements Inputs, Outputs {
  readonly embedId = input.required<string>();
  readonly instance = input<EmbedProps['instance']>();
  readonly token = input<EmbedOptions['token']>();
  readonly tokenProvider = input<EmbedOptions['tokenProvider']>();
  readonly lang = input<EmbedOptions['lang']>();
  readonly theme = input<EmbedOptions['theme']>();
  readonly filters = input<EmbedOptions['filters']>();
  readonly variables = input<EmbedOptions['variables']>();
  readonly features = input<EmbedOptions['features']>();
  readonly height = input<EmbedOptions['height']>();
  readonly loading = input<EmbedOptions['loading']>();
  readonly step = input<EmbedOptions['step']>();
  readonly storyMode = input<EmbedOptions['storyMode']>();
  readonly dashboard = input<EmbedOptions['dashboard']>();
  readonly dataset = input<EmbedOptions['dataset']>();
  readonly timeout = input<EmbedOptions['timeout']>();

  /** Receives every event; `$event.name` determines the type of `$event.detail`. */
  readonly embedEvent = output<ComponentEvent>();
  readonly embedReady = output<ComponentEvent<'ready'>>();
  readonly embedRendered = output<ComponentEvent<'rendered'>>();
  readonly embedError = output<ComponentEvent<'error'>>();
  readonly embedTokenExpiring = output<ComponentEvent<'token-expiring'>>();
  readonly embedTokenExpired = output<ComponentEvent<'token-expired'>>();
  readonly embedFilterChange = output<ComponentEvent<'filter-change'>>();
  readonly embedStateChange = output<ComponentEvent<'state-change'>>();
  readonly embedClick = output<ComponentEvent<'click'>>();
  readonly embedDrill = output<ComponentEvent<'drill'>>();
  readonly embedNavigate = output<ComponentEvent<'navigate'>>();
  readonly embedExport = output<ComponentEvent<'export'>>();
  readonly embedResize = output<ComponentEvent<'resize'>>();
  readonly embedDashboardCreated = output<ComponentEvent<'dashboard-created'>>();
  readonly embedDashboardChanged = output<ComponentEvent<'dashboard-changed'>>();
  readonly embedDashboardSaved = output<ComponentEvent<'dashboard-saved'>>();
  readonly embedDashboardSubmitted = output<ComponentEvent<'dashboard-submitted'>>();
  readonly embedDashboardPublished = output<ComponentEvent<'dashboard-published'>>();
  readonly embedDashboardDeleted = output<ComponentEvent<'dashboard-deleted'>>();
  readonly embedSubscriptionCreated = output<ComponentEvent<'subscription-created'>>();
  readonly embedSubscriptionChanged = output<ComponentEvent<'subscription-changed'>>();
  readonly embedSubscriptionDeleted = output<ComponentEvent<'subscription-deleted'>>();

  readonly #state = signal(LOADING);
  /** `status` (`loading`, `ready` or `error`), `embed` (the handle) and `error`. */
  readonly state: Signal<EmbedState> = this.#state.asReadonly();

  constructor() {
    const shared = inject(INLAY, { optional: true });
    const element: Element = inject(ElementRef).nativeElement;
    const zone = inject(NgZone);
    const injector = inject(Injector);
    const follow = followProvider();
    const read = () => {
      const { tokenProvider, ...props } = this.#props();
      return toBinding({ ...props, tokenProvider: follow(tokenProvider) }, shared?.());
    };
    // Unlike effects, this does not run on a server.
    afterNextRender(() => {
      const bound = bindEmbed(element, untracked(read), {
        // Messages of a frame may arrive outside Angular's zone.
        onEvent: (event) => zone.run(() => this.#emit(event)),
        onState: (state) => this.#state.set(state),
      });
      injector.get(DestroyRef).onDestroy(() => bound.destroy());
      effect(
        () => {
          const binding = read();
          untracked(() => bound.update(binding));
        },
        { injector },
      );
    });
  }

  #props(): EmbedProps {
    return {
      embedId: this.embedId(),
      instance: this.instance(),
      token: this.token(),
      tokenProvider: this.tokenProvider(),
      lang: this.lang(),
      theme: this.theme(),
      filters: this.filters(),
      variables: this.variables(),
      features: this.features(),
      height: this.height(),
      loading: this.loading(),
      step: this.step(),
      storyMode: this.storyMode(),
      dashboard: this.dashboard(),
      dataset: this.dataset(),
      timeout: this.timeout(),
    } satisfies Required<EmbedProps>;
  }

  #emit(event: ComponentEvent): void {
    this.embedEvent.emit(event);
    const own = this[prefixedName('embed', event.name)] as Pick<OutputEmitterRef<ComponentEvent>, 'emit'>;
    own.emit(event);
  }
}
