import { lazy } from './lazy.tsx';

/** The next step from no data to something that can be embedded. Only new tenants see it. */
export const NextContentStep = lazy(async () => (await import('./content-step.tsx')).ContentStep, 0);
