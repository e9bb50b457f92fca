import { lazy } from '../page/lazy.tsx';

export const loadContentStep = async () => (await import('./content-step.tsx')).ContentStep;

/** The next step from no data to something that can be embedded. Only new tenants see it. */
export const NextContentStep = lazy(loadContentStep, 0);
