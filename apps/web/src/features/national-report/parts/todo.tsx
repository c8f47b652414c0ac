import { Link } from 'react-router'
import { fillerWords, placeWords } from '@portal/contract/national-report/known'
import type { NationalDetail } from '@portal/contract/national-report/national-report'
import { useHolds } from '../../../lib/session.ts'
import { Card } from '../../../ui/light.tsx'
import { linkTo } from '../national-report.words.ts'

/** What is left to do for a row, by whom and where. */
export function Todo({ row: r }: { row: NationalDetail }) {
  const editsDevices = useHolds(['DEVICE_ALL'])
  const again = r.issues.find((i) => i.code === 'changed')
  if (r.issues.every((i) => i === again))
    return (
      <Card title="待处理">
        <p className="muted">数据完整，已通过校验。</p>
        {again && <p>{`${again.message}。`}</p>}
      </Card>
    )
  return (
    <Card title={`待处理 ${r.issues.length} 项`}>
      <ul className="national-todo">
        {r.issues.map((i) => {
          const link = linkTo(i.place, { deviceId: r.device.id, bookingId: r.bookingId, editsDevices })
          return (
            <li key={`${i.field} ${i.code}`}>
              {i.message}
              <span className="muted">{`（${fillerWords[i.filler]}填写）`}</span>
              {link && <Link to={link}>{`到${placeWords[i.place]}修改`}</Link>}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
