import { Fragment } from 'react'

// Browsers break lines after each hyphen of a date and before the unit of a price.
const UNIT = '(?:万元|元|小时|分钟|天|台|件|样|次|项|人|套|个)'
const WHOLE = new RegExp(
  [
    String.raw`\d{4}-\d\d-\d\d(?: 周[一二三四五六日])?`,
    String.raw`(?:\d\d-\d\d )?\d\d:\d\d(?:–\d\d:\d\d)?`,
    String.raw`[¥￥]?[\d,]*\d(?:\.\d+)? ?${UNIT}(?:/(?:\d+ )?${UNIT})?`,
  ].join('|'),
  'g',
)

/** A sentence in which each date, time and price stays on one line with its unit. */
export function Whole({ children: text }: { children: string }) {
  const parts = [...text.matchAll(WHOLE)]
  return (
    <>
      {parts.map((part, i) => {
        const before = parts[i - 1]
        const from = before ? before.index + before[0].length : 0
        return (
          <Fragment key={part.index}>
            {text.slice(from, part.index)}
            <span className="whole">{part[0]}</span>
          </Fragment>
        )
      })}
      {text.slice((parts.at(-1)?.index ?? 0) + (parts.at(-1)?.[0].length ?? 0))}
    </>
  )
}
