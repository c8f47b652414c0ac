import type { DeviceStatus } from '@portal/contract/device/device'
import { isBeingScrapped } from '../../kernel/of-device.store.ts'

// The columns of a row in every list of devices.

export interface DeviceRow {
  id: number
  serialId: string
  name: string
  alias: string | null
  model: string | null
  category: string | null
  deptId: number
  deptName: string
  labId: number
  labName: string
  labSerialId: string
  status: DeviceStatus
  shared: boolean
  imageFileId: string | null
  priceFen: number | null
  selfOperated: boolean | null
  sampleDelivery: boolean | null
  capacity: number | null
  usedMinutes: number
}
export const ROW = `d.id, d.serial_id as "serialId", d.name, d.alias, d.model, c.name as category,
    d.dept_id as "deptId", t.name as "deptName",
  l.id as "labId", l.name as "labName", l.serial_id as "labSerialId", d.status, d.shared,
  d.image_file_id as "imageFileId", d.price_fen as "priceFen",
  o.self_operated as "selfOperated", o.sample_delivery as "sampleDelivery", o.capacity,
  y.minutes as "usedMinutes"`
/**
 * The joins that ROW needs; append after `device d`. A device that is being scrapped takes no bookings, so it
 * is shown as not opened.
 */
export const ROW_JOINS = `join dept t on t.id = d.dept_id join lab l on l.id = d.lab_id
  join device_use_year y on y.device_id = d.id
  left join device_category c on c.id = d.category_id
  left join opening o on o.device_id = d.id and o.enabled and l.enabled
    and not ${isBeingScrapped('d.id')}`
