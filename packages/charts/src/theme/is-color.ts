const color =
  /^(#[0-9a-f]{3,8}|[a-z]{3,24}|(rgb|hsl|oklch|oklab)a?\([\d\s.,%/+-]{1,60}(deg)?[\d\s.,%/+-]{0,60}\))$/i;

/** A plain color: what a person types for one must neither fetch (`url(…)`) nor leave its declaration. */
export function isColor(text: string): boolean {
  return color.test(text);
}
