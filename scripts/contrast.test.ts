import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tokens } from '../apps/web/src/ui/tokens.ts'

const web = new URL('../apps/web/src/', import.meta.url)
const css = readFileSync(new URL('features/gate-monitor/wall.css', web), 'utf8')

/** Red, green and blue, each 0 to 255, of `#rrggbb`. */
const parse = (hex: string): number[] => (hex.match(/[0-9a-f]{2}/g) ?? []).map((p) => Number.parseInt(p, 16))
/** The colour of a variable of the sheet. */
const readColour = (name: string): number[] =>
  parse(new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(css)?.[1] ?? '')
/** Luminance as WCAG defines it, of a colour of which the part `seen` is left over a black ground. */
function shine(rgb: readonly number[], seen: number): number {
  const [red = 0, green = 0, blue = 0] = rgb
    .map((c) => (c * seen) / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** What stands behind `[data-stale]`. */
const stale = [...css.matchAll(/\[data-stale\][^{]*\{([^}]*)\}/g)].map(([, rules = '']) => rules).join('')

const tones = ['alarm', 'off', 'open']
const contrast = (text: number, ground: number) => (text + 0.05) / (ground + 0.05)

test('on the wall of doors, what is reported is read on the ground of its tone', () => {
  for (const tone of tones) {
    const found = contrast(shine(readColour(tone), 1), shine(readColour(`${tone}-soft`), 1))
    expect(found, tone).toBeGreaterThanOrEqual(4.5)
  }
})

test('what was reported before a cut is read as well, on the ground of the wall', () => {
  // An old tile has no ground of its own, so the wall's is behind it, which follows the theme.
  expect(stale).toContain('background: none')
  const seen = Number(/opacity: ([\d.]+)/.exec(stale)?.[1] ?? 1)
  for (const theme of [tokens.light, tokens.dark]) {
    const ground = shine(parse(theme['side-2']), 1)
    for (const tone of [...tones, 'text-2'])
      expect(contrast(shine(readColour(tone), seen), ground), tone).toBeGreaterThanOrEqual(4.5)
  }
})

test('and its outlines, which say that it is old, are seen in both themes', () => {
  const outline = shine(readColour(/outline: .*var\(--([\w-]+)\)/.exec(stale)?.[1] ?? ''), 1)
  for (const theme of [tokens.light, tokens.dark])
    expect(contrast(outline, shine(parse(theme['side-2']), 1))).toBeGreaterThanOrEqual(3)
})

test('what is shown while its news is under way is not faded, because it is read meanwhile', () => {
  const sheets = globSync('**/*.css', { cwd: web })
  expect(sheets.length).toBeGreaterThan(0)
  const faded = sheets.flatMap((sheet) =>
    [...readFileSync(new URL(sheet, web), 'utf8').matchAll(/^.*\[aria-busy[^{]*\{[^}]*\}/gm)]
      .map(([rule]) => rule)
      .filter((rule) => /opacity: (?!1;)/.test(rule)),
  )
  expect(faded).toEqual([])
})
