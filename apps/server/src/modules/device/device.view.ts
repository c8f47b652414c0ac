import type { DeviceEvent } from '@portal/contract/device/device'
import { fileUrl } from '@portal/contract/file/file'
import type { DeviceDetailRow } from './device.store.ts'
import type { DeviceRow } from './row.store.ts'

export const deviceOf = (d: DeviceRow) => ({
  id: d.id, serialId: d.serialId, name: d.name, alias: d.alias, model: d.model, category: d.category,
  dept: { id: d.deptId, name: d.deptName }, lab: { id: d.labId, name: d.labName, serialId: d.labSerialId }, status: d.status, shared: d.shared,
  imageUrl: d.imageFileId && fileUrl(d.imageFileId), priceFen: d.priceFen,
  opened: d.capacity === null ? null : { selfOperated: d.selfOperated ?? false, sampleDelivery: d.sampleDelivery ?? false, capacity: d.capacity },
  usedMinutes: d.usedMinutes,
})

export const imageOf = (image: { id: string; width: number | null; height: number | null }, coverId: string | null) => ({
  id: image.id, url: fileUrl(image.id), cover: image.id === coverId, width: image.width, height: image.height,
})

export const detailOf = (d: DeviceDetailRow, can: DeviceEvent[]) => ({
  ...deviceOf(d), englishName: d.englishName, spec: d.spec, manufacturer: d.manufacturer, country: d.country, categoryId: d.categoryId,
  room: d.roomId === null ? null : { id: d.roomId, name: d.roomName ?? '', building: d.buildingName ?? '' },
  boughtOn: d.boughtOn, enabledOn: d.enabledOn, statusNote: d.statusNote,
  contact: d.contactId === null ? null : { id: d.contactId, name: d.contactName ?? '', phone: d.contactPhone, email: d.contactEmail },
  labPhone: d.labPhone, functions: d.functions, indicators: d.indicators, services: d.services, notes: d.notes, tags: d.tags,
  images: d.images.map((image) => imageOf(image, d.imageFileId)), favoriteId: d.favoriteId, updatedAt: d.updatedAt, can,
})
