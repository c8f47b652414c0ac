/** An RTF document, which every word processor opens, with a title and numbered paragraphs. */
export function makeRtf(title: string, paragraphs: readonly string[]): Buffer {
  const escape = (text: string) =>
    Array.from(text, (c) =>
      c < '\u0080' ? c.replace(/[\\{}]/, '\\$&') : `\\u${toInt16(c.charCodeAt(0))}?`,
    ).join('')
  const body = paragraphs
    .map(
      (text, i) =>
        `\\pard\\fi480\\sl360\\slmult1\\fs24 ${escape(`第${numerals[i] ?? i + 1}条  ${text}`)}\\par`,
    )
    .join('\n')
  return Buffer.from(
    `{\\rtf1\\ansi\\ansicpg936\\deff0{\\fonttbl{\\f0\\fnil\\fcharset134 SimSun;}}\n` +
      `\\pard\\qc\\b\\fs36 ${escape(title)}\\b0\\par\\pard\\par\n${body}\n}`,
    'latin1',
  )
}
const numerals = ['一', '二', '三', '四', '五', '六', '七', '八', '九', '十']
/** RTF writes characters as signed 16 bit numbers. */
const toInt16 = (code: number) => (code > 32_767 ? code - 65_536 : code)
