import { escapeMarkup } from '../../kernel/markup.rules.ts'

type Cell = string | number | null | undefined
/** A part of a sheet: facts (names and values) or a table. */
export type Block =
  | { title: string; facts: readonly (readonly [string, Cell])[] }
  | { title: string; head: readonly string[]; rows: readonly (readonly Cell[])[] }

const escaped = (value: Cell): string => escapeMarkup(String(value ?? '')).replaceAll('\n', '<br>')
const shown = (value: Cell): string =>
  value === null || value === undefined || value === '' ? '—' : escaped(value)

const STYLE = `@page { size: A4; margin: 16mm 14mm }
body { font: 14px/1.6 "Noto Sans SC", "Microsoft YaHei", "PingFang SC", sans-serif; color: #000;
  max-width: 190mm; margin: 0 auto; padding: 12px }
h1 { font-size: 20px; text-align: center }
h2 { font-size: 15px; margin: 18px 0 6px }
p { text-align: center }
table { width: 100%; border-collapse: collapse }
tr { break-inside: avoid }
th, td { border: 1px solid #333; padding: 4px 8px; text-align: left; vertical-align: top;
  overflow-wrap: anywhere }
.facts th { width: 9em }`

const listRows = (rows: readonly string[]) => rows.map((row) => `<tr>${row}</tr>`).join('')
const makeCells = (row: readonly Cell[]) => row.map((c) => `<td>${shown(c)}</td>`).join('')

function findTable(b: Block): string {
  if ('facts' in b) {
    const facts = b.facts.map(([k, v]) => `<th scope="row">${escaped(k)}</th><td>${shown(v)}</td>`)
    return `<table class="facts">${listRows(facts)}</table>`
  }
  const head = b.head.map((h) => `<th scope="col">${escaped(h)}</th>`).join('')
  return `<table><thead>${listRows([head])}</thead><tbody>${listRows(b.rows.map(makeCells))}</tbody></table>`
}

/** One stage as an HTML page of its own, readable and printable without the portal. */
export function sheetHtml(title: string, subtitle: string, blocks: readonly Block[]): string {
  const parts = blocks.map((b) => `<h2>${escaped(b.title)}</h2>${findTable(b)}`)
  return (
    '<!doctype html><html lang="zh-CN">' +
    `<head><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style></head>` +
    `<body><h1>${escaped(title)}</h1><p>${escaped(subtitle)}</p>${parts.join('')}</body></html>`
  )
}

/** A file name that every system can unpack; at most 120 characters. */
export const safeName = (name: string): string =>
  name
    // oxlint-disable-next-line no-control-regex
    .replace(/[\\/:*?"<>|\u0000-\u001f]/g, '_')
    .replace(/^\.+/, '_')
    .trim()
    .slice(-120) || '未命名'

/** Makes paths unique: a second file of the same name in a folder gets a number. */
export function namer(): (folder: string, name: string) => string {
  const given = new Set<string>()
  return (folder, name) => {
    const clean = safeName(name)
    const [, stem = clean, ending = ''] = /^(.*?)(\.[^.]{1,10})?$/.exec(clean) ?? []
    for (let n = 1; ; n++) {
      const path = `${folder}/${n === 1 ? clean : `${stem}(${n})${ending}`}`
      if (given.has(path)) continue
      given.add(path)
      return path
    }
  }
}
