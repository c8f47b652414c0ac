// The diagram in the colours of the page, light or dark; a picture of it that leaves the page has the light
// ones.

const COLORS: Record<string, string> = {
  'var(--surface)': '#ffffff',
  'var(--text)': '#1f2329',
}
export const PAINT = {
  defaultFillColor: 'var(--surface)',
  defaultStrokeColor: 'var(--text)',
  defaultLabelColor: 'var(--text)',
}

/** The same picture without variables, which nothing outside of the page knows. */
export const spellPaint = (svg: string): string =>
  svg.replace(/var\(--[a-z-]+\)/g, (variable) => COLORS[variable] ?? '#1f2329')
