import { hourName, weekdayName } from '@portal/contract/statistics/pivot'
import { EMPTY } from '../../../lib/format.ts'
import { Card } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { usePivot } from '../pivot.queries.ts'
import { formatAmount } from '../statistics.words.ts'
import { findShade, listHours } from '../week.rules.ts'
import type { Choice } from './use-choice.ts'
import './week-heat.css'

/** At which hours of the week the uses of an instrument begin; the more uses, the darker the cell. */
export function WeekHeat({ device, choice }: { device: string; choice: Choice }) {
  const query = usePivot({
    query: { ...choice.asked, deviceId: device, row: 'hour', column: 'weekday', measures: 'uses' },
  })
  if (!query.data) return <Waiting query={query} />
  const hours = listHours(query.data)
  if (hours.length === 0) return null
  const most = Math.max(...hours.flatMap((h) => h.uses))
  return (
    <Card title="一周使用分布" extra={<span className="muted">按使用开始的时间统计次数</span>}>
      <table className="week-heat">
        <caption className="sr-only">各时段、各星期开始的使用次数</caption>
        <thead>
          <tr>
            <th scope="col">时段</th>
            {hours[0]?.uses.map((_, i) => (
              <th key={i} scope="col">
                {weekdayName(String(i + 1))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hours.map(({ hour, uses }) => (
            <tr key={hour}>
              <th scope="row">{hourName(String(hour))}</th>
              {uses.map((n, i) => (
                <td key={i} data-shade={findShade(n, most)}>
                  {n === 0 ? <span className="muted">{EMPTY}</span> : formatAmount('uses', n)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
