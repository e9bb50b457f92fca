const color =
  /^(#[0-9a-f]{3,8}|[a-z]{3,24}|(rgb|hsl|oklch|oklab)a?\([\d\s.,%/+-]{1,60}(deg)?[\d\s.,%/+-]{0,60}\))$/i;

/** Accepts plain colors only: user input must neither load a resource (`url(…)`) nor escape its declaration. */
export function isColor(text: string): boolean {
  return color.test(text);
}
