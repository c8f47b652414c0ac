import { QRCode } from 'antd'
import { useEffect, useState } from 'react'
import { formatMinute } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { Button, Card } from '../../../ui/light.tsx'
import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { usePass } from '../iot.queries.ts'
import '../iot.css'

const passCalls = [doorAccessCalls.pass]
const TICK_MS = 500
/**
 * QR codes for the doors of the user's booking, to be held before the readers; nothing if it has no doors.
 */
export function PassCard({ bookingId, deviceId }: { bookingId: number; deviceId: number }) {
  useLive([`device:${deviceId}`], passCalls)
  const { data, dataUpdatedAt, isFetching, refetch } = usePass(bookingId, true)
  const isOver = useOver(
    data?.until ? dataUpdatedAt + Date.parse(data.until) - Date.parse(data.now) : Number.POSITIVE_INFINITY,
  )
  if (!data || (data.doors.length === 0 && data.opensAt === null && data.asked.length === 0)) return null
  return (
    <Card>
      <h2>开门二维码</h2>
      {data.asked.length > 0 && (
        <p role="status">“{data.asked.join('”、“')}”不支持二维码和门禁卡，到场后请联系管理员开门。</p>
      )}
      {data.opensAt !== null && <p role="status">{formatMinute(data.opensAt)} 起可凭二维码或门禁卡开门。</p>}
      {data.doors.length > 0 && isOver && (
        <>
          <p role="status">
            {isFetching ? '二维码已过期，正在重新获取。' : '二维码已过期，请检查网络后重新获取。'}
          </p>
          <Button kind="primary" busy={isFetching} onClick={() => void refetch()}>
            重新获取
          </Button>
        </>
      )}
      {data.doors.length > 0 && !isOver && (
        <>
          <p className="muted">将二维码对准门口的读码器。二维码半分钟内有效，自动更新，请勿截图转发。</p>
          <ul className="pass-doors">
            {data.doors.map((d) => (
              <li key={d.id}>
                <QRCode
                  value={d.qr}
                  size={200}
                  bordered={false}
                  color="#000"
                  bgColor="#fff"
                  aria-label={`${d.name}的开门二维码`}
                />
                <strong>{d.name}</strong>
                <br />
                <span className="muted">{d.place}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}

/**
 * True once `at` has passed, in milliseconds since 1970 by this device's clock. Checks the clock again and
 * again, because a single timer stands still while a phone is locked.
 */
function useOver(at: number): boolean {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      if (Date.now() >= at) setNow(Date.now())
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [at])
  return now >= at
}
