// The diagram has the colours of the page's theme, light or dark. An exported picture always has the light
// colours.

const COLORS: Record<string, string> = {
  'var(--surface)': '#ffffff',
  'var(--text)': '#1f2329',
}
export const PAINT = {
  defaultFillColor: 'var(--surface)',
  defaultStrokeColor: 'var(--text)',
  defaultLabelColor: 'var(--text)',
}

/** Replaces CSS variables by colours, since they are undefined outside of the page. */
export const spellPaint = (svg: string): string =>
  svg.replace(/var\(--[a-z-]+\)/g, (variable) => COLORS[variable] ?? '#1f2329')
