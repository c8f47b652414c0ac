import { Form } from 'antd'
import { isForeignRoom } from '@portal/contract/lab/lab'
import { useDeviceLab } from '../manage.queries.ts'

/**
 * Beside the room of a device's form: whether the chosen lab works there. It may be meant so; it is often a
 * slip.
 */
export function RoomWarning() {
  const labId = Form.useWatch('labId') as number | null | undefined
  const roomId = Form.useWatch('roomId') as number | null | undefined
  const { data: lab } = useDeviceLab(
    { query: { id: String(labId) } },
    { enabled: Boolean(labId && roomId), staleTime: 60_000 },
  )
  if (
    !lab ||
    lab.id !== labId ||
    !isForeignRoom(
      roomId,
      lab.rooms.map((r) => r.id),
    )
  )
    return <>不填则为实验室的主要房间</>
  return (
    <span className="device-room-warning" role="status">
      该房间不在“{lab.name}”登记的房间中，请核对；确实放在那里也可以保存
    </span>
  )
}
