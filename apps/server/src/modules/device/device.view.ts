import type { DeviceEvent } from '@portal/contract/device/device'
import { fileUrl } from '@portal/contract/file/file'
import type { Readiness } from '@portal/contract/opening/readiness'
import { hideContacts } from '../../kernel/contacts.rules.ts'
import type { DeviceDetailRow } from './device.store.ts'
import type { KeptRow } from './manage.store.ts'
import type { DeviceRow } from './row.store.ts'

export const showDevice = (d: DeviceRow) => ({
  id: d.id,
  serialId: d.serialId,
  name: d.name,
  alias: d.alias,
  model: d.model,
  category: d.category,
  dept: { id: d.deptId, name: d.deptName },
  lab: { id: d.labId, name: d.labName, serialId: d.labSerialId },
  status: d.status,
  shared: d.shared,
  imageUrl: d.imageFileId && fileUrl(d.imageFileId),
  priceFen: d.priceFen,
  opened:
    d.capacity === null
      ? null
      : {
          selfOperated: d.selfOperated ?? false,
          sampleDelivery: d.sampleDelivery ?? false,
          capacity: d.capacity,
        },
  usedMinutes: d.usedMinutes,
})

export const showImage = (
  image: { id: string; width: number | null; height: number | null },
  coverId: string | null,
) => ({
  id: image.id,
  url: fileUrl(image.id),
  cover: image.id === coverId,
  width: image.width,
  height: image.height,
})

/** The row with the columns that only device managers see. */
export const showManaged = (
  d: DeviceRow,
  k: KeptRow | undefined,
  readiness: Readiness | undefined,
  can: DeviceEvent[],
) => ({
  ...showDevice(d),
  manufacturer: k?.manufacturer ?? null,
  boughtOn: k?.boughtOn ?? null,
  room: k?.room ?? null,
  contact: k?.contact ?? null,
  updatedAt: k?.updatedAt ?? new Date(0),
  readiness: readiness ?? { bookable: false, opened: false, text: '未开放' },
  can,
})

export const showDetail = (d: DeviceDetailRow, can: DeviceEvent[]) => ({
  ...showDevice(d),
  englishName: d.englishName,
  spec: d.spec,
  manufacturer: d.manufacturer,
  country: d.country,
  categoryId: d.categoryId,
  roomId: d.roomId,
  room: d.placeId === null ? null : { id: d.placeId, name: d.roomName ?? '', building: d.buildingName ?? '' },
  factoryNumber: d.factoryNumber,
  madeOn: d.madeOn,
  supplier: d.supplier,
  gbtCode: d.gbtCode,
  moeCode: d.moeCode,
  origin: d.origin,
  funding: d.funding,
  boughtOn: d.boughtOn,
  enabledOn: d.enabledOn,
  warrantyUntil: d.warrantyUntil,
  design: d.design,
  purpose: d.purpose,
  imported: d.imported,
  underCustoms: d.underCustoms,
  running: d.running,
  shareMode: d.shareMode,
  statusNote: d.statusNote,
  contact:
    d.contactId === null
      ? null
      : { id: d.contactId, name: d.contactName ?? '', phone: d.contactPhone, email: d.contactEmail },
  labPhone: d.labPhone,
  functions: d.functions,
  indicators: d.indicators,
  accessories: d.accessories,
  hazards: d.hazards,
  services: d.services,
  results: d.results,
  sharingRules: d.sharingRules,
  feeNote: d.feeNote,
  notes: d.notes,
  subjects: d.subjects,
  tags: d.tags,
  images: d.images.map((image) => showImage(image, d.imageFileId)),
  favoriteId: d.favoriteId,
  updatedAt: d.updatedAt,
  can,
})

/**
 * The detail for a visitor who is not signed in: without persons, and without the texts that usually name
 * people (who reported a fault, whose results they are, whom to ask).
 */
export const showToVisitor = (d: DeviceDetailRow) => ({
  ...showDetail(d, []),
  statusNote: null,
  contact: null,
  labPhone: null,
  functions: hideContacts(d.functions),
  indicators: hideContacts(d.indicators),
  accessories: hideContacts(d.accessories),
  hazards: hideContacts(d.hazards),
  services: hideContacts(d.services),
  results: null,
  sharingRules: null,
  feeNote: null,
  notes: null,
  favoriteId: null,
})
