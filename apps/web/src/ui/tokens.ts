/**
 * All colours and sizes of the product. The HTML shell, the style sheets (as CSS variables) and antd's theme
 * are generated from here; nothing else defines a colour. Contrast of text on its background is ≥ 4.5 in both
 * themes.
 */
const light = {
  brand: '#1650b0',
  'brand-strong': '#0f3d8a',
  'brand-soft': '#e8effb',
  'on-brand': '#ffffff',
  ground: '#f3f5f9',
  surface: '#ffffff',
  'surface-2': '#f7f9fc',
  text: '#1a2330',
  'text-2': '#4a5566',
  'text-3': '#647083',
  line: '#d8dee8',
  'line-strong': '#8b96a8',
  shade: 'rgba(16, 30, 56, 0.10)',
  veil: 'rgba(16, 24, 40, 0.45)',
  'brand-bar': '#1650b0',
  side: '#10203f',
  'side-2': '#0b1730',
  'on-side': '#cfd9ec',
  // Colours of states only.
  draft: '#4a5566',
  'draft-soft': '#eceff4',
  waiting: '#8a4b00',
  'waiting-soft': '#fff1d9',
  active: '#0b5c8f',
  'active-soft': '#ddf0fb',
  done: '#1b6b38',
  'done-soft': '#e0f4e6',
  refused: '#b3261e',
  'refused-soft': '#fde8e6',
  stopped: '#5d5468',
  'stopped-soft': '#eeebf2',
  // Series of a chart, distinguished by patterns too.
  'chart-1': '#1650b0',
  'chart-2': '#0f8a7a',
  'chart-3': '#b8560b',
  'chart-4': '#7a3fb0',
  'chart-5': '#a8325f',
  'chart-6': '#5a7113',
}
export type TokenName = keyof typeof light

const dark: Record<TokenName, string> = {
  brand: '#7fb0ff',
  'brand-strong': '#a9caff',
  'brand-soft': '#1b2c4a',
  'on-brand': '#08182f',
  ground: '#0f141c',
  surface: '#171e29',
  'surface-2': '#1d2633',
  text: '#e8edf5',
  'text-2': '#b4bfce',
  'text-3': '#94a1b4',
  line: '#2d3847',
  'line-strong': '#6b7a90',
  shade: 'rgba(0, 0, 0, 0.45)',
  veil: 'rgba(0, 0, 0, 0.6)',
  'brand-bar': '#173f7d',
  side: '#0b1220',
  'side-2': '#070c16',
  'on-side': '#c3cfe2',
  draft: '#b4bfce',
  'draft-soft': '#28323f',
  waiting: '#ffc670',
  'waiting-soft': '#3a2a10',
  active: '#7fd0ff',
  'active-soft': '#0f3145',
  done: '#7fdb9d',
  'done-soft': '#12351f',
  refused: '#ff9d94',
  'refused-soft': '#421a17',
  stopped: '#c9bfd6',
  'stopped-soft': '#2f2938',
  'chart-1': '#7fb0ff',
  'chart-2': '#4ccbb8',
  'chart-3': '#f0a35e',
  'chart-4': '#c39bf0',
  'chart-5': '#f08fb5',
  'chart-6': '#b5cc6a',
}

export const tokens = { light, dark }
/**
 * Noto comes early: on Linux the browser looks up each earlier name on disk before the first paint; other
 * systems use their own font, which is listed first anyway.
 */
export const font =
  'system-ui, "Noto Sans CJK SC", "PingFang SC", "Hiragino Sans GB", "Microsoft YaHei UI", "Microsoft YaHei", "Source Han Sans SC", "WenQuanYi Micro Hei", sans-serif'
/**
 * Phone layout below this width. Style sheets repeat it as 767px, because media queries cannot read
 * variables.
 */
export const PHONE_MAX = 767

const lines = (set: Record<TokenName, string>): string =>
  Object.entries(set)
    .map(([k, v]) => `--${k}:${v}`)
    .join(';')

/** Content of the `<style>` in index.html. */
export const tokenCss = `:root{color-scheme:light;${lines(light)};--font:${font}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${lines(dark)}}}
:root[data-theme=dark]{color-scheme:dark;${lines(dark)}}`
