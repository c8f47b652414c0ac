import type { MailRhythm } from '@portal/contract/statistics/view'
import { escapeMarkup } from '../../kernel/markup.rules.ts'
import { addDays, findMonday } from '../../kernel/time.ts'

/** The last complete month or week before `today`, from its first to its last day. */
export function lastPeriod(every: MailRhythm, today: string): { from: string; to: string } {
  if (every === 'week') {
    const monday = findMonday(today)
    return { from: addDays(monday, -7), to: addDays(monday, -1) }
  }
  const to = addDays(`${today.slice(0, 7)}-01`, -1)
  return { from: `${to.slice(0, 7)}-01`, to }
}

/** A table as it is mailed: text and numbers. */
export interface SentTable {
  headers: string[]
  rows: (string | number | null)[][]
}
export interface Letter {
  portal: string
  view: string
  person: string
  about: string
  from: string
  to: string
  /** Null if there is no table; then `refusal` says why. */
  table: SentTable | null
  refusal: string | null
  open: string | null
  stop: string | null
  asOf: string
}

/** Rows shown in the mail itself; the attached file has all of them. */
const MOST_ROWS = 50
const MOST_COLUMNS = 14

const shown = (value: string | number | null): string =>
  value === null ? '' : typeof value === 'number' ? value.toLocaleString('zh-CN') : value

const findPart = ({ headers, rows }: SentTable): { table: SentTable; cut: boolean } => {
  // The first columns are kept; the mail says that the table was cut.
  const narrow = headers.length <= MOST_COLUMNS
  return {
    table: narrow
      ? { headers, rows: rows.slice(0, MOST_ROWS) }
      : {
          headers: headers.slice(0, MOST_COLUMNS),
          rows: rows.slice(0, MOST_ROWS).map((r) => r.slice(0, MOST_COLUMNS)),
        },
    cut: !narrow || rows.length > MOST_ROWS,
  }
}

/** The mail as text and as HTML; both say the same. */
export function wordMail(l: Letter): { subject: string; body: string; html: string } {
  const subject = `${l.view}：${l.from} 至 ${l.to}`
  const { table, cut } = l.table ? findPart(l.table) : { table: null, cut: false }
  const lead = `您订阅的统计视图“${l.view}”（${l.about}），${l.from} 至 ${l.to}，数据截至 ${l.asOf}。`
  const more = [
    ...(cut ? [`表格较大，邮件中只列出前 ${MOST_ROWS} 行、前 ${MOST_COLUMNS} 列，全部见附件。`] : []),
    ...(l.refusal ? [l.refusal] : []),
    ...(l.table && l.table.rows.length === 0 ? ['这段时间没有使用记录。'] : []),
  ]
  const stop = l.stop
    ? `不想再收到：打开 ${l.stop} 即可退订。`
    : '不想再收到：登录平台，在统计页面的“我的视图”中退订。'
  const body = [
    `${l.person}，您好：`,
    lead,
    ...(table && table.rows.length > 0
      ? [[table.headers, ...table.rows].map((r) => r.map(shown).join('\t')).join('\n')]
      : []),
    ...more,
    ...(l.open ? [`在平台查看：${l.open}`] : []),
    stop,
    l.portal,
  ].join('\n\n')
  const cell = 'border:1px solid #999;padding:4px 8px'
  const drawn =
    table && table.rows.length > 0
      ? `<table style="border-collapse:collapse"><thead><tr>${table.headers.map((h) => `<th style="${cell}">${escapeMarkup(h)}</th>`).join('')}</tr></thead><tbody>${table.rows
          .map(
            (r) =>
              `<tr>${r.map((v) => `<td style="${cell}${typeof v === 'number' ? ';text-align:right' : ''}">${escapeMarkup(shown(v))}</td>`).join('')}</tr>`,
          )
          .join('')}</tbody></table>`
      : ''
  const p = (inner: string) => `<p>${inner}</p>`
  const html = [
    p(`${escapeMarkup(l.person)}，您好：`),
    p(escapeMarkup(lead)),
    drawn,
    ...more.map((m) => p(escapeMarkup(m))),
    ...(l.open ? [p(`<a href="${escapeMarkup(l.open)}">在平台查看</a>`)] : []),
    l.stop ? p(`不想再收到：<a href="${escapeMarkup(l.stop)}">退订</a>`) : p(escapeMarkup(stop)),
    p(escapeMarkup(l.portal)),
  ].join('\n')
  return { subject, body, html }
}
