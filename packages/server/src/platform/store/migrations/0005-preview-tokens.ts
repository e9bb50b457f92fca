import type { MigrationDb } from '../schema.ts';
/** Tokens that open one embed and nothing else. */
export async function previewTokens(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('embed_tokens').addColumn('only_embed', 'text').execute();
}
