import { hash } from 'node:crypto';
import type { Model } from './model.ts';

interface ModelText {
  readonly digest: string;
  readonly length: number;
}

const known = new WeakMap<Model, ModelText>();

/** Identifies everything in a model that decides a plan. Viewers share models, whose text is long (ADR 327). */
export function modelText(model: Model): ModelText {
  return known.getOrInsertComputed(model, describe);
}

function describe({ root: { id, cacheSeconds }, datasets, whole }: Model): ModelText {
  // Row rules use columns that are not in a viewer's model.
  const all = [datasets, whole?.datasets].map((each) => each && [...each.values()]);
  const text = JSON.stringify([id, cacheSeconds, all]);
  return { digest: hash('sha256', text), length: text.length };
}
