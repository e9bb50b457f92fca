// Another brand: one color and a logo for the shop, and tokens of the same color for its embeds.
const channels = (color) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
const hex = (values) => `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
const mix = (color, other, share) => {
  const others = channels(other);
  return hex(channels(color).map((value, index) => value + (others[index] - value) * share));
};

// WCAG 2.2: the contrast of two colors.
const luminance = (color) => {
  const [red, green, blue] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (a, b) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
};

/** The color, as much darker or lighter as text on the card needs. */
const readable = (color, card, toward) => {
  for (let share = 0; share < 1; share += 0.05) {
    const tried = mix(color, toward, share);
    if (contrast(tried, card) >= 4.5) return tried;
  }
  return toward;
};

// Larkfell's theme: its card, its green, and the other colors of series, from `series-2` on.
const modes = {
  light: {
    card: '#ffffff',
    toward: '#000000',
    ramp: [0.9, 0.76, 0.58, 0.4, 0.2, 0, -0.35],
    own: '#235347',
    others: ['#e9620a', '#04818d', '#c54948', '#522a80', '#939274', '#2f9bd2', '#0f53ae'],
  },
  dark: {
    card: '#1b2123',
    toward: '#ffffff',
    ramp: [0.82, 0.68, 0.54, 0.4, 0.2, 0, -0.35],
    own: '#7cc4a4',
    others: ['#f79a2e', '#5a80ee', '#e34a80', '#bd9eff', '#fbd95a', '#bdefff', '#a2591c'],
  },
};
const distance = (a, b) => Math.hypot(...channels(a).map((value, index) => value - channels(b)[index]));

/**
 * The design tokens of a brand color. A ramp goes from the card to the color, and a step beyond. The series that is closest
 * to the color gets the green that it replaces, so that both can be told apart.
 */
export const brandTokens = (color, mode) => {
  const { card, toward, ramp, own, others } = modes[mode];
  const accent = readable(color, card, toward);
  const steps = ramp.map((share, index) => [
    `ramp-${index + 1}`,
    share < 0 ? mix(accent, toward, -share) : mix(accent, card, share),
  ]);
  const closest = others.toSorted((a, b) => distance(a, accent) - distance(b, accent))[0];
  const series =
    distance(closest, accent) < distance(own, accent) ? [`series-${others.indexOf(closest) + 2}`, own] : [];
  return {
    accent,
    'series-1': accent,
    ...(series.length > 0 && Object.fromEntries([series])),
    ...Object.fromEntries(steps),
  };
};

globalThis.document?.querySelector('#brand-color').addEventListener('input', ({ target }) => {
  setBrand((mode) => brandTokens(target.value, mode));
});

globalThis.document?.querySelector('#brand-logo').addEventListener('change', ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  const image = Object.assign(document.createElement('img'), { src: URL.createObjectURL(file), alt: '' });
  document.querySelector('.brand').replaceChildren(image);
});
