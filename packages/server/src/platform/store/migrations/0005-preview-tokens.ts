import type { Kysely } from 'kysely';

/** Tokens that open one embed and nothing else. */
export async function previewTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('embed_tokens').addColumn('only_embed', 'text').execute();
}
