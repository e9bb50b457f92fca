/** Indented JSON with lists and short objects in one line. */
export const prettyJson = (value) =>
  JSON.stringify(value, null, 2)
    .replace(/\[[^[\]{}]*\]/g, (list) =>
      list.replace(/\s*\n\s*/g, ' ').replace(/^\[ | \]$/g, (sign) => sign.trim()),
    )
    .replace(/^( *"[^"]*": )(\{[^{}]*\})/gm, (line, name, object) => {
      const short = name + object.replace(/\s*\n\s*/g, ' ');
      return short.length <= 38 ? short : line;
    });
