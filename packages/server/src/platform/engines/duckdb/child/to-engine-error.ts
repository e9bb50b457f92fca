import { EngineError, type EngineErrorCode } from '../../engine-error.ts';
import { withoutPaths } from '../../without-paths.ts';

const CODES: readonly (readonly [RegExp, EngineErrorCode])[] = [
  [/^INTERRUPT/i, 'CANCELLED'],
  [/^Out of Memory Error/, 'OUT_OF_MEMORY'],
  [/^Out of Range Error|^Conversion Error: .*out of range/, 'OVERFLOW'],
  [/^Permission Error/, 'NOT_PERMITTED'],
  [/^(IO Error|Serialization Error)/, 'BAD_FILE'],
  [/^Invalid Input Error: (CSV Error|Error when sniffing|Malformed JSON|No magic bytes|File )/, 'BAD_FILE'],
  [
    /^(Binder|Catalog|Parser|Syntax|Conversion|Constraint|Invalid Input|Not implemented|Invalid type|Mismatch Type|Divide by Zero) Error/i,
    'BAD_STATEMENT',
  ],
];

export function toEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  const detail = (error instanceof Error ? error.message : String(error)).replace(/^Failed to [a-z ]+: /, '');
  const code = CODES.find(([pattern]) => pattern.test(detail))?.[1] ?? 'FAILED';
  return new EngineError(code, { detail: withoutPaths(detail) });
}
