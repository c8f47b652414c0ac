import { QRCode } from 'antd'
import { formatMinute } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { Card } from '../../../ui/light.tsx'
import { doorAccessCalls } from '@portal/contract/iot/door-access'
import { usePass } from '../iot.queries.ts'
import '../iot.css'

const passCalls = [doorAccessCalls.pass]
/**
 * QR codes for the doors of the user's booking, to be held before the readers; nothing if it has no doors.
 */
export function PassCard({ bookingId, deviceId }: { bookingId: number; deviceId: number }) {
  useLive([`device:${deviceId}`], passCalls)
  const { data } = usePass(bookingId, true)
  if (!data || (data.doors.length === 0 && data.opensAt === null && data.asked.length === 0)) return null
  return (
    <Card>
      <h2>开门二维码</h2>
      {data.asked.length > 0 && (
        <p role="status">“{data.asked.join('”、“')}”不支持二维码和门禁卡，到场后请联系管理员开门。</p>
      )}
      {data.opensAt !== null && <p role="status">{formatMinute(data.opensAt)} 起可凭二维码或门禁卡开门。</p>}
      {data.doors.length > 0 && (
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
