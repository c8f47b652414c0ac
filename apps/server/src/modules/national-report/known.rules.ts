import { makeJpegAddress } from '@portal/contract/file/file'
import type { KnownValues } from '@portal/contract/national-report/known'
import { findLocal } from '../../kernel/time.ts'

// The stores' data under the names by which a schema refers to it.

export interface DeviceFacts {
  deviceId: number
  serialId: string
  name: string
  englishName: string | null
  origin: string | null
  underCustoms: boolean
  priceFen: number | null
  country: string | null
  manufacturer: string | null
  enabledOn: string | null
  design: string | null
  model: string | null
  spec: string | null
  indicators: string | null
  functions: string | null
  subjects: string[]
  services: string | null
  results: string | null
  running: string | null
  sharingRules: string | null
  feeNote: string | null
  shareMode: string | null
  funding: string | null
  shared: boolean
  categoryCode: string | null
  imageFileId: string | null
  building: string | null
  room: string | null
  contactName: string | null
  contactPhone: string | null
  contactEmail: string | null
  postAddress: string | null
  /**
   * Minutes of the year. `allMinutes`: preparation, work and clean-up of all uses; `servedMinutes`: work
   * only, in self-operated, sample-delivery and unbooked uses.
   */
  allMinutes: number
  servedMinutes: number
}

export interface ServiceFacts {
  source: string
  sourceId: number
  deviceSerialId: string
  incomeFen: number
  begunAt: Date
  endedAt: Date
  purpose: string | null
  serviceMode: string | null
  minutes: number
  samples: number
  project: string | null
  fundingSource: string | null
  disciplines: string[]
  userName: string | null
  userPhone: string | null
  userEmail: string | null
  userOrganization: string | null
  tier: string
  nature: string
  ownDept: boolean
}

export interface CustomsFacts {
  deviceId: number
  deviceSerialId: string
  dutyFreeNumber: string | null
  contractNumber: string | null
  shared: boolean
}

const FEN_IN_WAN = 1_000_000
const HOUR_MS = 3_600_000
const joined = (glue: string, ...parts: (string | null)[]): string | null =>
  parts.filter(Boolean).join(glue) || null

/** `site`: the portal's public URL, if known. */
export const knownOfDevice = (d: DeviceFacts, site: string | undefined): KnownValues => ({
  serialId: d.serialId,
  name: d.name,
  englishName: d.englishName,
  origin: d.origin,
  underCustoms: d.underCustoms,
  priceWan: d.priceFen === null ? null : d.priceFen / FEN_IN_WAN,
  country: d.country,
  manufacturer: d.manufacturer,
  enabledOn: d.enabledOn,
  design: d.design,
  model: joined(' ', d.model, d.spec),
  indicators: d.indicators,
  functions: d.functions,
  subjects: d.subjects,
  services: d.services,
  results: d.results,
  running: d.running,
  sharingRules: d.sharingRules,
  feeNote: d.feeNote,
  shareMode: d.shareMode,
  funding: d.funding,
  categoryCode: d.categoryCode,
  bookingUrl: site ? `${site}/deviceopen/deviceopenDetail?id=${d.deviceId}` : null,
  imageUrl: site && d.imageFileId ? `${site}${makeJpegAddress(d.imageFileId)}` : null,
  placeName: joined(' ', d.building, d.room),
  contactName: d.contactName,
  contactPhone: d.contactPhone,
  contactEmail: d.contactEmail,
  postAddress: d.postAddress,
  yearHours: d.allMinutes / 60,
  yearServiceHours: d.servedMinutes / 60,
})

/** `score`: the user's rating, 5 to 1; null: none. */
export const knownOfService = (s: ServiceFacts, score: number | null, zone: string): KnownValues => ({
  deviceSerialId: s.deviceSerialId,
  recordNumber: s.source === 'booking' ? `B${s.sourceId}` : `${s.source}-${s.sourceId}`,
  incomeYuan: s.incomeFen / 100,
  beginHour: findHour(s.begunAt, zone, false),
  endHour: findHour(s.endedAt, zone, true),
  purpose: s.purpose,
  serviceMode: s.serviceMode,
  hours: s.minutes / 60,
  samples: s.samples,
  project: s.project,
  fundingSource: s.fundingSource,
  disciplines: s.disciplines,
  userName: s.userName,
  userPhone: s.userPhone,
  userEmail: s.userEmail,
  userOrganization: s.userOrganization,
  rating: score === null ? null : String(score),
  tier: s.tier,
  nature: s.nature,
  ownDept: s.ownDept,
})

export const knownOfCustoms = (c: CustomsFacts): KnownValues => ({
  deviceSerialId: c.deviceSerialId,
  dutyFreeNumber: c.dutyFreeNumber,
  contractNumber: c.contractNumber,
  shared: c.shared,
})

/** A time as `2026-01-31 08` in the campus's time zone, rounded down to the hour, or up with `upwards`. */
export function findHour(at: Date, zone: string, upwards: boolean): string {
  const moment = upwards ? new Date(at.getTime() + HOUR_MS - 1) : at
  const { day, minute } = findLocal(moment, zone)
  return `${day} ${String(Math.floor(minute / 60)).padStart(2, '0')}`
}
