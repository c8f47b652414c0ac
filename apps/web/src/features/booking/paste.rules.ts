import { sampleFields, SAMPLES_TOO_MANY } from '@portal/contract/booking/body'
import type { SampleColumns } from '../form/shared/asked.rules.ts'
import type { SampleValues } from './form.rules.ts'

// Parses samples that were copied from a spreadsheet: cells separated by tabs, cells with several lines in
// quotes.

/** Column order for a list without header. The dialog shows the first name of each. */
const columns = {
  name: ['样品名称', '样品', '名称', '样品名'],
  count: ['数量', '样品数量', '个数', '件数'],
  form: ['形态', '样品形态', '状态'],
  hazard: ['危险性', '样品危险性', '危险', '危险品'],
  returnWanted: ['是否退还', '退还', '退样', '是否退样', '退还样品', '测试后退还样品'],
  wishes: ['测试要求', '要求', '检测要求', '测试项目'],
} as const satisfies Record<Exclude<keyof SampleValues, 'answers'>, readonly string[]>
type Column = keyof typeof columns
/** A column of the sample itself, or an index into the fields that the instrument asks. */
type Place = Column | number
const order = Object.keys(columns) as Column[]
export const columnTitles: readonly string[] = order.map((c) => columns[c][0])

const YES = /^(是|需要|要|退|退还|退回|y|yes|true|1|√|✓)$/i
const NO = /^(否|不|不要|不需要|不退|不退还|无|n|no|false|0|×|)$/i
const UNIT = /[个件份片支瓶管块根张粒盒袋种]$/

interface Line {
  cells: string[]
  raw: string
}
/** A parsed row: the sample, or why it was rejected. */
export interface PastedRow {
  line: number
  sample: SampleValues
  /** The answers to the instrument's fields, as text. */
  said: string[]
  faults: string[]
}
export interface Pasted {
  rows: PastedRow[]
  good: SampleValues[]
  /** The text of the rejected rows with their header. */
  rest: string
  /** Header titles that match no column. */
  unknown: string[]
}

const QUOTED = /"((?:[^"]|"")*)"(?=\t|\r|\n|$)/y
const PLAIN = /[^\t\r\n]*/y
const END = /\r\n|\r|\n/y

function listLines(text: string): Line[] {
  const lines: Line[] = []
  let cells: string[] = []
  let at = 0
  let from = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) at = pattern.lastIndex
    return found
  }
  for (;;) {
    const quoted = take(QUOTED)
    cells.push(quoted ? (quoted[1] ?? '').replaceAll('""', '"') : (take(PLAIN)?.[0] ?? ''))
    if (text[at] === '\t') {
      at++
      continue
    }
    lines.push({ cells: cells.map((c) => c.trim()), raw: text.slice(from, at) })
    if (!take(END)) return lines
    cells = []
    from = at
  }
}

const bare = (title: string) => title.normalize('NFKC').replace(/\(.*\)|[\s*:]/g, '')
const findColumn = (title: string) =>
  order.find((c) => (columns[c] as readonly string[]).includes(bare(title)))
/** The first row is a header if it contains the name column and no number. */
const isHeader = (line: Line) =>
  line.cells.some((c) => findColumn(c) === 'name') && !line.cells.some((c) => /^\d+$/.test(c))

/** Undefined if the cell is empty; NaN if it is not a number. */
function countIn(cell: string): number | undefined {
  const digits = cell.normalize('NFKC').replace(UNIT, '').replaceAll(',', '').trim()
  if (digits === '') return cell ? NaN : undefined
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : NaN
}

function read(
  cells: readonly string[],
  places: readonly (Place | undefined)[],
  asked: SampleColumns | undefined,
): Omit<PastedRow, 'line'> {
  const makeCell = (place: Place) => cells[places.indexOf(place)] ?? ''
  const count = countIn(makeCell('count'))
  const back = makeCell('returnWanted').normalize('NFKC')
  const [name, form, hazard, wishes] = [
    makeCell('name'),
    makeCell('form'),
    makeCell('hazard'),
    makeCell('wishes'),
  ]
  // A missing count must not default to the form's 1, so the schema reports it.
  const sample = { name, count: count as number, form, hazard, returnWanted: YES.test(back), wishes }
  const judged = sampleFields.safeParse(sample)
  const faults = new Set(
    (judged.error?.issues ?? []).map((i) =>
      i.path[0] === 'count' && Number.isNaN(count) ? '数量应为数字' : i.message,
    ),
  )
  const answered = asked?.titles.map((_, i) => makeCell(i)) ?? []
  const answer = asked?.read(answered)
  for (const fault of answer?.faults ?? []) faults.add(fault)
  if (!YES.test(back) && !NO.test(back)) faults.add('是否退还应填“是”或“否”')
  const beyond = cells.slice(places.length).filter(Boolean)
  if (beyond.length > 0) faults.add(`多出的内容：${beyond.join('、')}`)
  const said = asked?.titles.flatMap((title, i) => (answered[i] ? [`${title}：${answered[i]}`] : [])) ?? []
  return { sample: { ...sample, ...(answer && { answers: answer.values }) }, said, faults: [...faults] }
}

/**
 * The column of each title. A title that occurs twice is read once, unless the instrument asks for it too.
 */
function listPlaces(titles: readonly string[], asked: SampleColumns | undefined): (Place | undefined)[] {
  const taken = new Set<Place>()
  return titles.map((title) => {
    const own = asked?.titles.findIndex((t) => bare(t) === bare(title)) ?? -1
    const place = [findColumn(title), own < 0 ? undefined : own].find((p) => p !== undefined && !taken.has(p))
    if (place !== undefined) taken.add(place)
    return place
  })
}

/** Parses the samples of a pasted text; the booking has room for `room` more. */
export function parseSampleRows(text: string, room: number, asked?: SampleColumns): Pasted {
  const lines = listLines(text)
    .map((line, i) => ({ ...line, number: i + 1 }))
    .filter((l) => l.cells.some(Boolean))
  const header = lines[0] && isHeader(lines[0]) ? lines.shift() : undefined
  const places = header ? listPlaces(header.cells, asked) : [...order, ...(asked?.titles.keys() ?? [])]
  const good: SampleValues[] = []
  const left: string[] = []
  const rows = lines.map((l): PastedRow => {
    const row = read(l.cells, places, asked)
    if (row.faults.length === 0 && good.length >= room) row.faults.push(SAMPLES_TOO_MANY)
    if (row.faults.length === 0) good.push(row.sample)
    else left.push(l.raw)
    return { line: l.number, ...row }
  })
  const unknown = header?.cells.filter((title, i) => title && places[i] === undefined) ?? []
  const rest = left.length > 0 && header ? [header.raw, ...left] : left
  return { rows, good, rest: rest.join('\n'), unknown }
}
