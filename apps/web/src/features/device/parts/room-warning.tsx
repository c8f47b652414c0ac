import { Form } from 'antd'
import { isForeignRoom } from '@portal/contract/lab/lab'
import { useDeviceLab } from '../manage.queries.ts'

/**
 * Beside the room in a device's form: warns if the chosen lab does not work there. It may be intended, but is
 * often a mistake.
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
