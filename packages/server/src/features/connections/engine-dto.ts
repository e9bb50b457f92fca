import type { Engine as EngineDto, ConnectionField as FieldDto } from '@inlay/protocol/connection';
import type { ConnectionField } from '../../platform/engines/connection-field.ts';
import type { EngineDefinition } from '../../platform/engines/define-engine.ts';
import { readsFiles } from '../../platform/engines/engines.ts';

/** The API representation of an engine, from which clients build the form. */
export function toEngineDto(engine: EngineDefinition): EngineDto {
  const { name, label, about, example, fields, dialect, highlighting } = engine;
  return {
    name,
    label,
    about,
    example,
    readsFiles: readsFiles(engine),
    sql: { highlighting, quote: dialect.lexicon.identifierQuotes[0] ?? '"' },
    fields: Object.entries(fields).map(([field, definition]) => toFieldDto(field, definition)),
  };
}

function toFieldDto(name: string, field: ConnectionField): FieldDto {
  const isSecret = name === 'password';
  const { minimum = null, maximum = null } = field.schema as { minimum?: number; maximum?: number };
  return {
    name,
    label: field.label,
    help: field.help ?? null,
    type: isSecret ? 'secret' : typeOf(field),
    required: field.isRequired ?? false,
    default: field.default ?? null,
    placeholder: field.placeholder ?? null,
    minimum,
    maximum,
    choices: field.choices ? Object.entries(field.choices).map(([value, label]) => ({ value, label })) : null,
    onlyIf: field.onlyIf ?? null,
    readsContext: isSecret || (field.readsContext ?? false),
  };
}

function typeOf({ schema, choices, isMultiline }: ConnectionField): FieldDto['type'] {
  if (choices) return 'choice';
  if (isMultiline) return 'multiline';
  return 'type' in schema && schema.type === 'integer' ? 'integer' : 'text';
}
