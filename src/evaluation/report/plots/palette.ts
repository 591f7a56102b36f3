/** Distinguishable with colour vision deficiency, and readable on light and dark backgrounds. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8a6d3b'];

export function colourOf(place: number): string {
  return COLOURS[place % COLOURS.length]!;
}
